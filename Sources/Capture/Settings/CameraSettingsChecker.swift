import OnAirMedia

/// Checks single settings of one device, and says what is wrong with them. A pure value.
struct CameraSettingsChecker {
    /// The device's, for people.
    let deviceName: String
    /// What the device captures.
    let mediaType: MediaType

    func check<Mode: RawRepresentable<String> & Hashable>(
        _ control: CameraControl, _ wanted: Mode, _ current: Mode, among modes: Set<Mode>
    ) throws(CaptureError) {
        guard wanted != current, !modes.contains(wanted) else { return }
        let names = modes.map(\.rawValue).sorted().joined(separator: ", ")
        throw refusal(control, "“\(wanted.rawValue)”", names.isEmpty ? nil : "one of \(names)")
    }

    func check(
        _ control: CameraControl, _ wanted: Double, _ current: Double, in range: ClosedRange<Double>?
    ) throws(CaptureError) {
        guard wanted != current, !(range?.contains(wanted) ?? false) else { return }
        throw refusal(control, Self.text(wanted), range.map { Self.text($0) })
    }

    func check(
        _ control: CameraControl, _ wanted: SensorPoint?, _ current: SensorPoint?, isSupported: Bool
    ) throws(CaptureError) {
        guard wanted != current else { return }
        guard isSupported || wanted == nil else { throw refusal(control, "a point", nil) }
        guard wanted?.isOnSensor ?? true else {
            let text = wanted.map { "(\(Self.text($0.x)), \(Self.text($0.y)))" } ?? ""
            throw refusal(control, text, "a point with x and y in 0…1")
        }
    }

    /// Refuses `control` unless the mode that it counts in is the one that is set.
    func require<Mode: RawRepresentable<String> & Equatable>(
        _ needed: Mode, now: Mode, _ mode: CameraControl, for control: CameraControl
    ) throws(CaptureError) {
        guard now != needed else { return }
        throw CaptureError(
            .refused,
            "\(deviceName) sets \(control.rawValue) by itself while \(mode.rawValue) is “\(now.rawValue)”.",
            advice: "Set \(mode.rawValue) to “\(needed.rawValue)” first, or in the same configure.", control: control)
    }

    /// - Parameter allowed: nil where the device has no such control.
    private func refusal(_ control: CameraControl, _ value: String, _ allowed: String?) -> CaptureError {
        guard let allowed else {
            let kind = mediaType == .video ? "camera" : "microphone"
            return CaptureError(
                .refused, "This \(kind) has no \(control.rawValue) to set to \(value): \(deviceName).",
                advice: "Ask its capabilities first.", control: control)
        }
        return CaptureError(
            .refused, "\(deviceName) cannot set \(control.rawValue) to \(value).", advice: "Use \(allowed).",
            control: control)
    }

    /// Both ends, so that what is written is allowed.
    private static func text(_ range: ClosedRange<Double>) -> String {
        "\(text(range.lowerBound, .up))…\(text(range.upperBound, .down))"
    }

    /// A bound, with at most four significant digits, rounded inwards: 0.06666 rather than 0.06666666666666667.
    private static func text(_ value: Double, _ rule: FloatingPointRoundingRule) -> String {
        guard value.isFinite, value != 0 else { return text(value) }
        var scale = 1.0
        while abs(value) * scale < 1000, scale < 1e9 { scale *= 10 }
        // What is exact to all but the last digits of a Double is exact.
        let nearest = (value * scale).rounded() / scale
        let isExact = abs(nearest - value) <= abs(value) * 1e-12
        return text(isExact ? nearest : (value * scale).rounded(rule) / scale)
    }

    /// All digits, and none behind the point of a whole number.
    private static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
