/// Writes a list of devices: in columns for people, or as one JSON document whose schema stands in docs/cli.md.
public enum DeviceListReport {
    /// Text for people.
    ///
    /// - Parameters:
    ///   - columns: the terminal's width; nil where nobody looks, and lines stay whole for other programs.
    ///   - isColored: whether colours may be used.
    public static func text(_ list: DeviceList, columns: Int?, isColored: Bool) -> String {
        let paint = TextPaint(isOn: isColored)
        let width = columns.map { max(40, $0) } ?? .max
        var lines: [String] = []
        for (heading, devices) in [("Cameras", list.cameras), ("Microphones", list.microphones)] {
            guard let devices else { continue }
            if !lines.isEmpty { lines.append("") }
            lines.append(paint.bold(heading))
            if devices.isEmpty { lines.append("  none") }
            for device in devices { lines += self.lines(device, width: width, paint) }
        }
        for backend in list.backends {
            lines.append("")
            lines += Paragraph.lines(
                "\(backend.name): \(backend.problem.message) [\(backend.problem.code)]", width: width
            ).map(paint.yellow)
            if let advice = backend.problem.advice { lines += Paragraph.lines(advice, width: width, indent: 2) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ device: DeviceList.Device, width: Int, _ paint: TextPaint) -> [String] {
        let name = device.position.map { $0 == "unspecified" ? device.name : "\(device.name), \($0)" } ?? device.name
        let chosen = device.chosenBy.isEmpty ? "" : "  (\(device.chosenBy.joined(separator: ", ")))"
        var lines = ["  \(paint.bold(device.id))  \(name)\(paint.green(chosen))"]
        if device.id.count + name.count + chosen.count + 4 > width {
            lines = ["  \(paint.bold(device.id))"] + Paragraph.lines("\(name)\(chosen)", width: width, indent: 4)
        }
        var rows: [(term: String, text: String)] = []
        if let problem = device.problem {
            lines += Paragraph.lines("cannot be opened: \(problem.message)", width: width, indent: 4).map(paint.red)
            if let advice = problem.advice { lines += Paragraph.lines(advice, width: width, indent: 4) }
        } else {
            rows.append(("state", "can be opened\(device.signalProblem.map { ", but: \($0.message)" } ?? "")"))
        }
        for (pixels, sizes) in grouped(device.pictureFormats) { rows.append(("pictures", "\(pixels): \(sizes)")) }
        if !device.soundFormats.isEmpty { rows.append(("sound", sound(device.soundFormats))) }
        rows += device.controls.map { ($0.name, words($0.value)) }
        if !device.driverControls.isEmpty {
            rows.append(("controls", "\(device.driverControls.count) of the driver: `onair camera show ID` tells them"))
        }
        return lines + TermTable.lines(rows, width: width)
    }

    /// Sizes that share pixel format and rates, in one line.
    private static func grouped(_ formats: [DeviceList.PictureFormat]) -> [(pixels: String, sizes: String)] {
        var groups: [(pixels: String, rates: [String], sizes: [String])] = []
        for format in formats {
            let size = "\(format.width)x\(format.height)"
            if let index = groups.firstIndex(where: { $0.pixels == format.pixels && $0.rates == format.rates }) {
                groups[index].sizes.append(size)
            } else {
                groups.append((format.pixels, format.rates, [size]))
            }
        }
        return groups.map { group in
            let rates = group.rates.isEmpty ? "" : " at \(group.rates.joined(separator: ", ")) fps"
            return (group.pixels, group.sizes.joined(separator: " ") + rates)
        }
    }

    private static func sound(_ formats: [DeviceList.SoundFormat]) -> String {
        formats.map { format in
            let channels =
                format.channels == 1 ? "mono" : format.channels == 2 ? "stereo" : "\(format.channels) channels"
            return "\(format.sampleRate) Hz \(channels)"
        }.joined(separator: ", ")
    }

    private static func words(_ value: DeviceList.Control.Value) -> String {
        switch value {
        case .word(let now, let choices): return "\(now) (\(choices.joined(separator: ", ")))"
        case .number(let now, let range, let unit):
            let (low, high) = (number(range.lowerBound), number(range.upperBound))
            return "\(number(now))\(unit.isEmpty ? "" : " \(unit)") (\(low) to \(high))"
        case .point: return "can be chosen"
        }
    }

    private static func number(_ value: Double) -> String { Decimals.text(value, places: 6, trimmed: true) ?? "-" }

    /// One JSON document, on one line.
    public static func json(_ list: DeviceList) -> String {
        let members: [(String, JSONValue)] = [
            ("cameras", list.cameras.map { .array($0.map(json)) } ?? .null),
            ("microphones", list.microphones.map { .array($0.map(json)) } ?? .null),
            (
                "problems",
                .array(
                    list.backends.map { backend in
                        .object(
                            [("backend", .string(backend.name)), ("kind", .string(backend.kind))]
                                + self.members(backend.problem))
                    })
            ),
        ]
        return "\(JSONValue.object(members))\n"
    }

    private static func json(_ device: DeviceList.Device) -> JSONValue {
        var members: [(String, JSONValue)] = [("id", .string(device.id)), ("name", .string(device.name))]
        if let position = device.position { members.append(("position", .string(position))) }
        members += [
            ("chosenBy", .array(device.chosenBy.map(JSONValue.string))), ("canOpen", .bool(device.problem == nil)),
            ("problem", (device.problem ?? device.signalProblem).map { .object(self.members($0)) } ?? .null),
        ]
        guard device.position != nil else {
            let formats = device.soundFormats.map { format in
                JSONValue.object([
                    ("sampleRate", .integer(Int64(format.sampleRate))), ("channels", .integer(Int64(format.channels))),
                ])
            }
            return .object(members + [("formats", .array(formats))])
        }
        let formats = device.pictureFormats.map { format in
            JSONValue.object([
                ("width", .integer(Int64(format.width))), ("height", .integer(Int64(format.height))),
                ("pixels", .string(format.pixels)), ("rates", .array(format.rates.map(JSONValue.string))),
            ])
        }
        let controls = device.controls.map { ($0.name, json($0.value)) }
        return .object(
            members + [
                ("formats", .array(formats)), ("controls", .object(controls)),
                ("driverControls", .array(device.driverControls.map(JSONValue.string))),
            ])
    }

    private static func json(_ value: DeviceList.Control.Value) -> JSONValue {
        switch value {
        case .word(let now, let choices):
            .object([("value", .string(now)), ("choices", .array(choices.map(JSONValue.string)))])
        case .number(let now, let range, let unit):
            .object([
                ("value", .fine(now)), ("minimum", .fine(range.lowerBound)),
                ("maximum", .fine(range.upperBound)), ("unit", .string(unit)),
            ])
        case .point: .object([("isSupported", .bool(true))])
        }
    }

    static func members(_ problem: DeviceList.Problem) -> [(String, JSONValue)] {
        [
            ("code", .string(problem.code)), ("message", .string(problem.message)),
            ("advice", problem.advice.map(JSONValue.string) ?? .null),
        ]
    }
}
