import Foundation
import OnAirBeauty
import Testing

/// The Swift of docs/beauty.md, compiled: the lines between the marks are the page's own.
// PAGE
/// Treats one picture after the other. Belongs to the thread that has the pictures.
final class Treatment {
    private let chain = FilterChain()
    private var filters: [any PictureFilter]
    private let pool: PicturePool

    /// - Throws: `FilterError` where a look is unknown or its file is broken.
    init(size: PictureSize) throws {
        // I420, limited range: what filters take. BT.709 from 720 lines on, else BT.601.
        pool = PicturePool(format: .working(size), capacity: 4)
        filters = chain.use(
            try PreparedFilters([
                .skin(SkinSmoothing(family: .natural, smooth: 0.7)), .look(LookSettings(look: "film", intensity: 0.5)),
            ]))
    }

    /// `planes` are Y, U and V without padding; `time` is the picture's own time, from which effects and changes are counted.
    func treated(_ planes: [[UInt8]], at time: MediaTime) -> Picture? {
        guard var picture = pool.take(captureTime: HostTime(nanoseconds: time.nanoseconds), sequence: 0) else {
            return nil
        }
        for (index, bytes) in planes.enumerated() {
            picture.withMutablePlane(index) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + column] = bytes[row * plane.bytesPerRow + column]
                    }
                }
            }
        }
        for filter in filters { filter.process(&picture, at: time) }
        return picture.freeze()
    }

    /// Goes there in a fifth of a second of the pictures' time, such as to `["skin:strong", "look:mono"]`.
    func change(to steps: [String]) throws {
        filters = chain.use(try PreparedFilters(steps.map { try FilterStep(parsing: $0) }))
    }
}
// PAGE

@Suite("The page of the beauty kit")
struct BeautyExampleTests {
    private static let here = URL(filePath: #filePath)
    private static let pageFile = (0..<3).reduce(here) { folder, _ in folder.deletingLastPathComponent() }
        .appending(path: "docs/beauty.md")

    private static func page() throws -> String { try String(contentsOf: pageFile, encoding: .utf8) }

    @Test("The example on the page is the one that compiles here")
    func isThePages() throws {
        let example = try #require(
            Self.page().components(separatedBy: "```swift\nimport OnAirBeauty\n\n").last?
                .components(separatedBy: "\n```").first)
        let own = try String(contentsOf: Self.here, encoding: .utf8).components(separatedBy: "// PAGE\n")[1]
        #expect(example + "\n" == own)
    }

    @Test("The example treats pictures, and changes")
    func treats() throws {
        let treatment = try Treatment(size: PictureSize(width: 64, height: 48))
        let planes =
            [[UInt8](repeating: 120, count: 64 * 48)] + [110, 150].map { [UInt8](repeating: $0, count: 32 * 24) }
        let first = try #require(treatment.treated(planes, at: .zero))
        try treatment.change(to: ["look:mono"])
        #expect(first.format.size == PictureSize(width: 64, height: 48))
        var last: Picture?
        for frame in 1...20 { last = treatment.treated(planes, at: .milliseconds(Int64(frame * 33))) }
        // Grey has no colour left.
        try #require(last).withPlane(1) { #expect(abs(Int($0.base[8 * $0.stride + 16]) - 128) <= 1) }
        #expect(throws: FilterError.self) { try treatment.change(to: ["look:nowhere"]) }
    }

    /// `ONAIR_RECORD=1 swift test …` writes the tables of the page anew.
    private func expect(_ table: String, at mark: String) throws {
        let page = try Self.page()
        let (begin, end) = ("<!-- \(mark) -->\n", "<!-- end of \(mark) -->")
        let start = try #require(page.range(of: begin)?.upperBound)
        let stop = try #require(page.range(of: end)?.lowerBound)
        if ProcessInfo.processInfo.environment["ONAIR_RECORD"] == "1" {
            try page.replacingCharacters(in: start..<stop, with: table).write(
                to: Self.pageFile, atomically: true, encoding: .utf8)
        } else {
            #expect(String(page[start..<stop]) == table)
        }
    }

    @Test("The page lists every filter with everything that can be set, and every look")
    func tables() throws {
        var filters = "| filter | parameter | values | default | meaning |\n|---|---|---|---|---|\n"
        for kind in FilterCatalog.kinds {
            filters += "| **`\(kind.name)`** | | | | \(kind.summary) |\n"
            for parameter in kind.parameters {
                let name = "`\(parameter.name)`" + (parameter == kind.mainParameter ? " \\*" : "")
                let standard = parameter.defaultValue.description
                filters += "| | \(name) | \(Self.words(parameter.range)) | "
                filters += (standard.isEmpty ? "" : "\(standard) ") + "| \(parameter.meaning) |\n"
            }
        }
        try expect(filters, at: "filters")
        var looks = "| look | what it does |\n|---|---|\n"
        for look in Look.builtIn { looks += "| `\(look.name)` | \(look.meaning) |\n" }
        try expect(looks, at: "looks")
    }

    private static func words(_ range: FilterParameter.Range) -> String {
        switch range {
        case .number(let range, let unit):
            let (low, high) = (FilterValue.number(range.lowerBound), FilterValue.number(range.upperBound))
            return "\(low) to \(high)\(unit.isEmpty ? "" : " ")\(unit)"
        case .choice(let words): return words.map { "`\($0)`" }.joined(separator: ", ")
        case .text(let form): return form
        }
    }
}
