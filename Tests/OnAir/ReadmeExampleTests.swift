import Foundation
import OnAir
import Testing

/// The README's Swift example, compiled: the lines between the marks are the README's own.
@Suite struct ReadmeExampleTests {
    // README
    func broadcast() async throws {
        var configuration = BroadcastConfiguration(profile: .p720n3)
        configuration.camera = .simulated
        let kit = StreamerKit(configuration: configuration)
        let events = await kit.events()
        try await kit.startCapture()
        try await kit.startStream(to: [StreamAddress("rtmp://localhost/live/show")])
        for await event in events {
            guard case .statistics(let now) = event else { continue }
            print(now.framesPerSecond, now.videoKilobitsPerSecond)
            if now.uptime > 10 { break }
        }
        await kit.stopCapture()
    }
    // README

    @Test("The example in the README is the one that compiles here")
    func isTheReadmes() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let example = try #require(
            readme.split(separator: "```swift\nimport OnAir\n\n").last?.split(separator: "\n```").first)
        let own = try String(contentsOf: here, encoding: .utf8).split(separator: "    // README\n")[1]
        let unindented = own.split(separator: "\n").map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        #expect(example.split(separator: "\n").map(String.init) == unindented.map(String.init))
    }
}
