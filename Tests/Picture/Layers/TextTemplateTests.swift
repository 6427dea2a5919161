import Foundation
import OnAirMedia
import OnAirPicture
import Testing

@Suite("Live variables in texts")
struct TextTemplateTests {
    /// 2026-11-30 17:20:42.25 UTC.
    private static let unixTime: Int64 = 1_796_059_242_250_000_000

    private static func text(
        _ template: String, _ named: [String: String] = [:], liveSince: Int64? = nil, now: Int64 = 0
    ) -> String {
        TextTemplate(template).text(
            .init(liveSince: liveSince.map { HostTime(nanoseconds: $0) }, named: named),
            now: HostTime(nanoseconds: now), unixNanoseconds: unixTime)
    }

    @Test(
        "Braces are replaced by what is known, and left where nothing is",
        arguments: [
            ("plain", "plain"), ("{a}", "1"), ("x{a}y{b}z", "x1y2z"), ("{unknown}", "{unknown}"), ("{{a}", "{a}"),
            ("{{{a}}", "{1}"), ("{", "{"), ("}", "}"), ("{}", "{}"), ("{a", "{a"), ("{a{b}", "{a2"), ("a}b", "a}b"),
            ("{a\n}", "{a\n}"), ("", ""), ("{{{{", "{{"), ("{é}😀", "ü😀"), ("{ a }", "{ a }"),
        ])
    func braces(_ template: String, _ expected: String) {
        #expect(Self.text(template, ["a": "1", "b": "2", "é": "ü", "clock": "no", "duration": "no"]) == expected)
    }

    @Test(
        "The time of day is what date(1) says",
        arguments: ["%H:%M:%S", "%A %d %B %Y", "%j %U %%", "%I:%M %p", "%F %T", "%s"])
    func clock(_ format: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/date")
        process.arguments = ["-d", "@\(Self.unixTime / 1_000_000_000)", "+" + format]
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(Self.text("{clock:\(format)}") + "\n" == said)
        if format == "%H:%M:%S" { #expect(Self.text("{clock}") + "\n" == said) }
    }

    @Test(
        "The time since going live counts hours, minutes and seconds",
        arguments: [
            (nil, 0, "0:00:00"), (0, 999_999_999, "0:00:00"), (0, 1_000_000_000, "0:00:01"), (5, 4, "0:00:00"),
            (0, 3_599_999_999_999, "0:59:59"), (0, 3_600_000_000_000, "1:00:00"), (0, 360_001_000_000_000, "100:00:01"),
        ] as [(Int64?, Int64, String)])
    func duration(_ since: Int64?, _ now: Int64, _ expected: String) {
        #expect(Self.text("{duration}", liveSince: since, now: now) == expected)
    }

    @Test(
        "It tells when it changes next: with the second, the minute, or not by itself",
        arguments: [
            ("{clock}", 750_000_000), ("{clock:%H:%M}", 17_750_000_000), ("{clock:%Y-%m-%d}", 17_750_000_000),
            ("{clock:%-I:%M %p}", 17_750_000_000), ("{clock:%c}", 750_000_000), ("{bitrate}", nil), ("plain", nil),
            ("{clock:%H} {clock:%S}", 750_000_000), ("{duration}", 600_000_000),
            ("{clock:%H:%M}{duration}", 600_000_000),
        ] as [(String, Int64?)])
    func nextChange(_ template: String, _ wait: Int64?) {
        // Live for 1.4 s.
        let now = HostTime(nanoseconds: 10_000_000_000)
        let next = TextTemplate(template).nextChange(
            .init(liveSince: HostTime(nanoseconds: 8_600_000_000)), now: now, unixNanoseconds: Self.unixTime)
        #expect(next == wait.map { now.advanced(byNanoseconds: $0) })
    }
}
