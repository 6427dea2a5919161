extension CaptureControl.Value: CustomStringConvertible {
    /// As it is written in commands and presets: `3`, `0.25`, or the text itself.
    public var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .decimal(let value):
            value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        case .text(let value): value
        }
    }

    /// The number; nil for a text.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let value): value
        case .text: nil
        }
    }
}

extension CaptureControl {
    /// The value that `text` means for a control of this kind; nil where it means none. Whether the control may be set
    /// to it is not known here.
    ///
    /// Whole numbers may be hexadecimal (`0x1F`), booleans are `0`, `1`, `on`, `off`, `true`, `false`, `yes` or `no`, a
    /// choice of a menu is its value or its name, in whatever case and with underscores for anything between its words.
    public func value(from text: String) -> Value? {
        switch kind {
        case .integer, .bitmask: Self.integer(text).map(Value.integer)
        case .decimal: Double(text).flatMap { $0.isFinite ? .decimal($0) : nil }
        case .boolean:
            switch text.lowercased() {
            case "1", "on", "true", "yes": .integer(1)
            case "0", "off", "false", "no": .integer(0)
            default: nil
            }
        case .menu: menuValue(text)
        case .text: .text(text)
        case .button: text.isEmpty || text == "1" ? .integer(1) : nil
        case .point: Self.point(text) == nil ? nil : .text(text)
        }
    }

    private func menuValue(_ text: String) -> Value? {
        if let item = menu.first(where: { $0.value.description == text }) { return item.value }
        let name = CaptureControlName.normalized(text)
        if let item = menu.first(where: { CaptureControlName.normalized($0.name) == name }) { return item.value }
        // Not in the menu, but the right kind: the check says what is in it.
        if case .integer? = menu.first?.value { return Self.integer(text).map(Value.integer) }
        return .text(text)
    }

    private static func integer(_ text: String) -> Int64? {
        let digits = text.lowercased()
        return digits.hasPrefix("0x") ? Int64(digits.dropFirst(2), radix: 16) : Int64(digits)
    }

    /// The point that `text` means: `.some(nil)` for `none`, nil for no point at all.
    static func point(_ text: String) -> (x: Double, y: Double)?? {
        if text == "none" { return .some(nil) }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        return (x, y)
    }

    /// What it may be set to, in words, such as `0…250 in steps of 5`.
    var allowed: String {
        switch kind {
        case .button: return "1"
        case .boolean: return "0 or 1"
        case .point: return "x,y with each in 0…1, or none"
        case .menu: return menu.isEmpty ? "nothing" : "one of \(menu.map(Self.words).joined(separator: ", "))"
        case .text:
            guard let range else { return "a text" }
            return "a text of \(number(range.lowerBound))…\(number(range.upperBound)) bytes"
        case .bitmask:
            guard let range, let bits = UInt64(exactly: range.upperBound) else { return "a whole number" }
            return "bits of 0x\(String(bits, radix: 16))"
        case .integer, .decimal:
            guard let range else { return kind == .decimal ? "a number" : "a whole number" }
            let step = step.map { $0 == 1 && kind != .decimal ? "" : " in steps of \(number($0))" } ?? ""
            return "\(number(range.lowerBound))…\(number(range.upperBound))\(step)"
        }
    }

    private func number(_ value: Double) -> String { Value.decimal(value).description }

    /// `1 (Manual Mode)`; a word alone where value and name are the same.
    static func words(_ item: MenuItem) -> String {
        item.value.description == item.name ? item.name : "\(item.value) (\(item.name))"
    }

    /// `value` with the name of the choice where it is one of the menu.
    func words(_ value: Value) -> String {
        menu.first { $0.value == value }.map(Self.words) ?? value.description
    }
}
