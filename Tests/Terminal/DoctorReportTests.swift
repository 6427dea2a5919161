import Foundation
import OnAirTerminal
import Testing

struct DoctorReportTests {
    private static let good = DoctorReport.Finding(
        code: "cpu-count", area: "processor", state: .good, seen: "8 processors", why: "Enough.", fix: nil)
    private static let note = DoctorReport.Finding(
        code: "disk", area: "disk", state: .note, seen: "little room for a recording that is as long as they get",
        why: "Recordings end when it is full.", fix: "Make room.")
    private static let problem = DoctorReport.Finding(
        code: "h264-encoder", area: "encoder", state: .problem, seen: "no x264", why: "No picture.", fix: "Install it.")

    @Test("Only a problem makes the machine unfit")
    func exitCode() {
        #expect(DoctorReport([]).exitCode == .success)
        #expect(DoctorReport([Self.good, Self.note]).exitCode == .success)
        #expect(DoctorReport([Self.good, Self.problem]).exitCode == .unfit)
        #expect(ExitCode.unfit.rawValue == 71)
    }

    @Test("What is good takes one line; the rest says why and what to do")
    func text() {
        let text = DoctorReport([Self.good, Self.problem, Self.note]).text(columns: nil, isColored: false)
        #expect(
            text == """
                processor
                  good      8 processors
                encoder
                  problem   no x264
                            No picture.
                        →   Install it.
                disk
                  note      little room for a recording that is as long as they get
                            Recordings end when it is full.
                        →   Make room.

                1 problem, 1 note.

                """)
    }

    @Test("On a terminal no line is wider than it", arguments: [40, 60])
    func width(columns: Int) {
        let text = DoctorReport([Self.good, Self.problem, Self.note]).text(columns: columns, isColored: false)
        for line in text.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
    }

    @Test("The JSON document says the same, by an independent reader")
    func json() throws {
        let report = DoctorReport([Self.good, Self.problem, Self.note])
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
        #expect(document["canGoLive"] as? Bool == false)
        #expect(document["problems"] as? Int == 1 && document["notes"] as? Int == 1)
        #expect(document["exitCode"] as? Int == 71)
        let findings = try #require(document["findings"] as? [[String: Any]])
        #expect(findings.map { $0["code"] as? String } == ["cpu-count", "h264-encoder", "disk"])
        #expect(findings[0]["fix"] is NSNull && findings[1]["fix"] as? String == "Install it.")
    }
}
