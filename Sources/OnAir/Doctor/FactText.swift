/// Measured numbers as people read them.
enum FactText {
    /// `value` with at most `places` decimals, without zeros at the end.
    static func number(_ value: Double, _ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard scaled.isFinite, abs(scaled) < 9e15 else { return "-" }
        let magnitude = Int64(abs(scaled))
        var fraction = String(magnitude % Int64(scale))
        fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let whole = "\(scaled < 0 ? "-" : "")\(magnitude / Int64(scale))"
        return places == 0 || fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }

    /// Bytes in the decimal unit that fits, such as `3.2 GB`.
    static func bytes(_ count: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return "\(number(value, value < 100 && unit > 0 ? 1 : 0)) \(units[unit])"
    }

    /// Words as `a`, `a and b`, or `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}
