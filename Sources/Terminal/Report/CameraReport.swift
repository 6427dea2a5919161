/// Writes what `onair camera` has to say: in columns for people, or as one JSON document whose schema stands in
/// docs/cli.md.
public enum CameraReport {
    // MARK: - For people

    /// The cameras there are.
    public static func list(_ cameras: [CameraSheet], columns: Int?, isColored: Bool) -> String {
        let paint = TextPaint(isOn: isColored)
        var lines: [String] = []
        for camera in cameras {
            lines.append(heading(camera, paint))
            let count = camera.controls.count
            var words = ["\(count) \(count == 1 ? "control" : "controls")"]
            if !camera.presets.isEmpty { words.append("presets: \(camera.presets.joined(separator: ", "))") }
            lines += Paragraph.lines(words.joined(separator: ", "), width: width(columns), indent: 4)
            lines += problem(camera.problem, columns, paint)
        }
        return (lines.isEmpty ? "none" : lines.joined(separator: "\n")) + "\n"
    }

    /// Everything of one camera.
    public static func show(_ camera: CameraSheet, columns: Int?, isColored: Bool) -> String {
        let paint = TextPaint(isOn: isColored)
        var lines = [heading(camera, paint)]
        lines += problem(camera.problem, columns, paint)
        for (title, controls) in [("Controls of the driver", camera.controls), ("Settings", camera.settings)]
        where !controls.isEmpty {
            lines += ["", paint.bold(title)]
            let column = 4 + (controls.map(\.name.count).max() ?? 0)
            for control in controls { lines += self.lines(control, column: column, width: width(columns), paint) }
        }
        if !camera.presets.isEmpty {
            lines += ["", paint.bold("Presets")] + camera.presets.map { "  \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What was set.
    public static func outcome(_ outcome: CameraOutcome) -> String {
        var lines = outcome.controls.map { control in
            if let problem = control.problem { return "\(control.name): \(problem.message)" }
            guard let actual = control.actual, !control.isAsWanted else {
                return "\(control.name) = \(words(control.wanted))"
            }
            return "\(control.name): the camera made it \(words(actual)) instead of \(words(control.wanted))"
        }
        lines += outcome.missing.map { "\($0): the camera has no such control any more" }
        if outcome.controls.isEmpty, outcome.missing.isEmpty { lines.append("nothing had to be set") }
        if outcome.isTemporary {
            lines.append(
                "This camera forgets it when the program ends: keep it with `onair camera preset save ID NAME"
                    + " CONTROL=VALUE…`.")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func width(_ columns: Int?) -> Int { columns.map { max(40, $0) } ?? .max }

    private static func heading(_ camera: CameraSheet, _ paint: TextPaint) -> String {
        let position = camera.position == "unspecified" && !camera.isPositionSet ? "" : ", \(camera.position)"
        return "\(paint.bold(camera.id))  \(camera.name)\(position)\(camera.isPositionSet ? " (as you said)" : "")"
    }

    private static func problem(
        _ problem: DeviceList.Problem?, _ columns: Int?, _ paint: TextPaint
    ) -> [String] {
        guard let problem else { return [] }
        return Paragraph.lines(problem.message, width: width(columns), indent: 4).map(paint.red)
            + Paragraph.lines(problem.advice ?? "", width: width(columns), indent: 4)
    }

    private static func lines(
        _ control: CameraSheet.Control, column: Int, width: Int, _ paint: TextPaint
    ) -> [String] {
        let chosen = control.menu.first { $0.value == control.value }
        let unit = control.unit.map { $0.first?.isNumber == true ? " × \($0)" : " \($0)" } ?? ""
        var text = chosen.map(words) ?? control.value.map { words($0) + unit } ?? (control.kind == "button" ? "" : "–")
        var notes: [String] = []
        if !control.menu.isEmpty {
            notes.append(control.menu.map(words).joined(separator: ", "))
        } else if let range = control.range {
            let step = control.step.map { $0 == 1 ? "" : " in steps of \(number($0))" } ?? ""
            notes.append("\(number(range.lowerBound))…\(number(range.upperBound))\(step)")
        } else if control.kind == "boolean" {
            notes.append("0 or 1")
        } else if control.kind == "button" {
            notes.append("does something when set")
        } else if control.kind == "point" {
            notes.append("x,y or none")
        }
        if let standard = control.standard, control.kind != "point" { notes.append("default \(words(standard))") }
        notes += control.flags.filter { $0 != "inactive" && $0 != "temporary" }
        if !notes.isEmpty { text += "\(text.isEmpty ? "" : "  ")(\(notes.joined(separator: "; ")))" }
        var lines = Paragraph.lines(text, width: width, indent: column)
        let space = String(repeating: " ", count: max(2, column - 2 - control.name.count))
        let first = lines.isEmpty ? "" : String(lines.removeFirst().drop { $0 == " " })
        lines.insert("  \(control.name)\(space)\(first)", at: 0)
        if control.flags.contains("inactive") {
            let reason = control.inactiveReason.map { "counts for nothing while \($0)" } ?? "counts for nothing now"
            lines += Paragraph.lines(reason, width: width, indent: column).map(paint.yellow)
        }
        return lines
    }

    private static func words(_ choice: CameraSheet.Choice) -> String {
        let value = words(choice.value)
        return value == choice.name ? value : "\(value) = \(choice.name)"
    }

    /// As it is typed.
    public static func words(_ value: CameraSheet.Value) -> String {
        switch value {
        case .integer(let number): "\(number)"
        case .decimal(let value): number(value)
        case .text(let text): text
        }
    }

    private static func number(_ value: Double) -> String {
        Decimals.text(value, places: 6, trimmed: true) ?? "\(value)"
    }

    // MARK: - For programs

    /// One JSON document with every camera.
    public static func json(_ cameras: [CameraSheet]) -> String {
        "\(JSONValue.object([("cameras", .array(cameras.map(json)))]))\n"
    }

    /// One JSON document of one camera.
    public static func json(_ camera: CameraSheet) -> String { "\(json(camera) as JSONValue)\n" }

    /// The names of a camera's presets.
    public static func presets(_ names: [String], of id: String, json: Bool) -> String {
        guard json else { return names.isEmpty ? "none\n" : names.map { "\($0)\n" }.joined() }
        let document = JSONValue.object([
            ("id", .string(id)), ("presets", .array(names.map(JSONValue.string))),
        ])
        return "\(document)\n"
    }

    /// One JSON document of what was set.
    public static func json(_ outcome: CameraOutcome) -> String {
        let controls = outcome.controls.map { control in
            JSONValue.object([
                ("name", .string(control.name)), ("wanted", json(control.wanted)),
                ("actual", control.actual.map(json) ?? .null), ("isAsWanted", .bool(control.isAsWanted)),
                ("problem", control.problem.map { .object(DeviceListReport.members($0)) } ?? .null),
            ])
        }
        let document = JSONValue.object([
            ("id", .string(outcome.id)), ("controls", .array(controls)),
            ("missing", .array(outcome.missing.map(JSONValue.string))),
            ("isTemporary", .bool(outcome.isTemporary)),
            ("exitCode", .integer(Int64(outcome.exitCode.rawValue))),
        ])
        return "\(document)\n"
    }

    private static func json(_ camera: CameraSheet) -> JSONValue {
        .object([
            ("id", .string(camera.id)), ("name", .string(camera.name)), ("position", .string(camera.position)),
            ("isPositionSet", .bool(camera.isPositionSet)),
            ("problem", camera.problem.map { .object(DeviceListReport.members($0)) } ?? .null),
            ("controls", .array(camera.controls.map(json))), ("settings", .array(camera.settings.map(json))),
            ("presets", .array(camera.presets.map(JSONValue.string))),
        ])
    }

    private static func json(_ control: CameraSheet.Control) -> JSONValue {
        .object([
            ("name", .string(control.name)), ("label", .string(control.label)), ("kind", .string(control.kind)),
            ("value", control.value.map(json) ?? .null),
            ("minimum", control.range.map { .fine($0.lowerBound) } ?? .null),
            ("maximum", control.range.map { .fine($0.upperBound) } ?? .null),
            ("step", control.step.map(JSONValue.fine) ?? .null), ("default", control.standard.map(json) ?? .null),
            (
                "menu",
                .array(
                    control.menu.map { choice in
                        .object([("value", json(choice.value)), ("name", .string(choice.name))])
                    })
            ),
            ("unit", control.unit.map(JSONValue.string) ?? .null),
            ("flags", .array(control.flags.map(JSONValue.string))),
            ("inactiveReason", control.inactiveReason.map(JSONValue.string) ?? .null),
        ])
    }

    private static func json(_ value: CameraSheet.Value) -> JSONValue {
        switch value {
        case .integer(let number): .integer(number)
        case .decimal(let number): .fine(number)
        case .text(let text): .string(text)
        }
    }
}
