import Foundation
import OnAirTerminal
import Testing

struct FilterListReportTests {
    private static let list = FilterList([
        .init(
            name: "skin", summary: "Smooths, lightens and colours skin; eyes, hair and everything else stay.",
            parameters: [
                .init(
                    name: "family", meaning: "How it is smoothed.",
                    values: .choice(["light", "strong"], standard: "light"),
                    isMain: true),
                .init(
                    name: "hue", meaning: "Turns all colours.",
                    values: .number(-180...180, unit: "degrees", standard: 0)),
                .init(name: "smooth", meaning: "How much.", values: .number(0...1, unit: "", standard: 0.35)),
                .init(
                    name: "background", meaning: "What is shown instead, and this is a sentence that goes on for long.",
                    values: .text(form: "#RRGGBB or the path of a picture", standard: "#000000")),
            ]), .init(name: "still", summary: "Does nothing.", parameters: []),
    ])

    @Test("In a pipe every parameter has its line: what it may be, what it is, what it means")
    func pipe() {
        let text = FilterListReport.text(Self.list, columns: nil, isColored: false)
        #expect(
            text == """
                  skin  Smooths, lightens and colours skin; eyes, hair and everything else stay.
                    family*     light (unless set), strong: How it is smoothed.
                    hue         -180 to 180 degrees (0): Turns all colours.
                    smooth      0 to 1 (0.35): How much.
                    background  #RRGGBB or the path of a picture (#000000): What is shown instead, and this is a sentence that goes on for long.

                  still  Does nothing.

                """)
    }

    @Test("On a terminal no line is wider than it", arguments: [40, 60, 80, 132])
    func width(columns: Int) {
        let looks = LookList([
            .init(name: "golden-hour", meaning: "The last hour of sun: gold in what is light, warm shadows.")
        ])
        let text =
            FilterListReport.text(Self.list, columns: columns, isColored: false)
            + looks.text(columns: columns, isColored: false)
        for line in text.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
    }

    @Test("Colours do not change what is said")
    func colors() {
        let colored = FilterListReport.text(Self.list, columns: 80, isColored: true)
        let plain = colored.replacingOccurrences(of: "\u{1B}\\[[0-9]*m", with: "", options: .regularExpression)
        #expect(plain == FilterListReport.text(Self.list, columns: 80, isColored: false) && plain != colored)
    }

    @Test("The document says the same to programs")
    func json() throws {
        let object = try JSONSerialization.jsonObject(with: Data(FilterListReport.json(Self.list).utf8))
        let filters = try #require((object as? [String: Any])?["filters"] as? [[String: Any]])
        #expect(filters.map { $0["name"] as? String } == ["skin", "still"])
        let parameters = try #require(filters[0]["parameters"] as? [[String: Any]])
        #expect(parameters.map { $0["kind"] as? String } == ["choice", "number", "number", "text"])
        #expect(parameters.map { $0["isMain"] as? Bool } == [true, false, false, false])
        #expect(parameters[1]["minimum"] as? Double == -180 && parameters[1]["unit"] as? String == "degrees")
        #expect(parameters[2]["default"] as? Double == 0.35)
        #expect(parameters[0]["choices"] as? [String] == ["light", "strong"])
        #expect(parameters[3]["form"] as? String == "#RRGGBB or the path of a picture")
    }

    @Test("Looks stand in columns, or as a document")
    func looks() throws {
        let list = LookList([.init(name: "film", meaning: "Like film."), .init(name: "mono", meaning: "Grey.")])
        #expect(list.text(columns: nil, isColored: false) == "  film  Like film.\n  mono  Grey.\n")
        #expect(
            list.json
                == #"{"looks":[{"name":"film","meaning":"Like film."},{"name":"mono","meaning":"Grey."}]}"# + "\n")
    }

    @Test(
        "Progress tells time, part and speed, as far as they are known",
        arguments: [
            (12.0, 60.0 as Double?, 4.0, "00:00:12 of 00:01:00, 20 %, 3.0 times as fast as it plays"),
            (12, nil, 24, "00:00:12, 0.5 times as fast as it plays"), (0, 60, 0.1, "00:00:00 of 00:01:00, 0 %"),
            (61, 60, 61, "00:01:01 of 00:01:00, 100 %, 1.0 times as fast as it plays"),
        ])
    func progress(done: Double, total: Double?, elapsed: Double, line: String) {
        #expect(BeautyProgress.line(done: done, total: total, elapsed: elapsed) == line)
    }
}
