/// Numbers as text, without a locale.
enum Decimals {
    /// `value` with `places` decimals, rounded to nearest; without trailing zeros if `trimmed`. Nil for what is not
    /// finite or too large to matter.
    static func text(_ value: Double, places: Int, trimmed: Bool = false) -> String? {
        var scale: Int64 = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * Double(scale)).rounded()
        guard scaled.isFinite, abs(scaled) < 9e15 else { return nil }
        let magnitude = Int64(abs(scaled))
        let sign = scaled < 0 ? "-" : ""
        var fraction = String(magnitude % scale)
        fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
        if trimmed { while fraction.last == "0" { fraction.removeLast() } }
        let whole = "\(sign)\(magnitude / scale)"
        return places == 0 || fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }

    /// `seconds` as `00:01:30`; hours grow as they must.
    static func clock(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int64(max(0, min(seconds, 9e12))) : 0
        let parts = [whole / 3600, whole / 60 % 60, whole % 60]
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
