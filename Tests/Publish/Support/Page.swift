import Foundation
import Testing

/// A part of a page of the documentation that tests write and hold the program to.
struct Page {
    private let url: URL
    private let begin: String
    private let end: String

    /// The part named `part` of `docs/<name>`.
    init(_ name: String, part: String) {
        url =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../docs/\(name)")
            .standardizedFileURL
        begin = "<!-- \(part): written by the tests -->\n"
        end = "<!-- end of \(part) -->"
    }

    static var isRecording: Bool { ProcessInfo.processInfo.environment["ONAIR_RECORD"] == "1" }

    /// What stands there.
    func text() throws -> String {
        let page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: begin), "no \(begin) in \(url.path)")
        let stop = try #require(page.range(of: end))
        return String(page[start.upperBound..<stop.lowerBound])
    }

    func write(_ text: String) throws {
        var page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: begin))
        let stop = try #require(page.range(of: end))
        page.replaceSubrange(start.upperBound..<stop.lowerBound, with: text)
        try page.write(to: url, atomically: true, encoding: .utf8)
    }
}
