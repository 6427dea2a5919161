import OnAirMedia

extension CameraSettings {
    /// Checks what differs from `current` against what the camera can do. A pure decision.
    ///
    /// - Throws: `CaptureError` of kind `refused` that names the control, the value and what it may be.
    func check(against can: CameraCapabilities, from current: CameraSettings) throws(CaptureError) {
        try Self.check(.focusMode, focusMode, current.focusMode, among: can.focusModes)
        try Self.check(.lensPosition, lensPosition, current.lensPosition, in: can.lensPositions)
        try Self.check(
            .focusPointOfInterest, focusPointOfInterest, current.focusPointOfInterest,
            isSupported: can.supportsFocusPointOfInterest)
        try Self.check(.exposureMode, exposureMode, current.exposureMode, among: can.exposureModes)
        try Self.check(.exposureDuration, exposureDuration, current.exposureDuration, in: can.exposureDurations)
        try Self.check(.gain, gain, current.gain, in: can.gains)
        try Self.check(
            .exposureTargetBias, exposureTargetBias, current.exposureTargetBias, in: can.exposureTargetBiases)
        try Self.check(
            .exposurePointOfInterest, exposurePointOfInterest, current.exposurePointOfInterest,
            isSupported: can.supportsExposurePointOfInterest)
        try Self.check(.whiteBalanceMode, whiteBalanceMode, current.whiteBalanceMode, among: can.whiteBalanceModes)
        try Self.check(
            .whiteBalanceTemperature, whiteBalanceTemperature, current.whiteBalanceTemperature,
            in: can.whiteBalanceTemperatures)
        try Self.check(.torchMode, torchMode, current.torchMode, among: can.torchModes)
        try Self.check(
            .torchLevel, torchLevel, current.torchLevel, in: can.torchModes.isEmpty ? nil : 0...1)
        try Self.check(.videoZoomFactor, videoZoomFactor, current.videoZoomFactor, in: can.zoomFactors)
        try Self.check(
            .videoStabilizationMode, videoStabilizationMode, current.videoStabilizationMode,
            among: can.stabilizationModes)
    }

    private static func check<Mode: RawRepresentable<String> & Hashable>(
        _ control: CameraControl, _ wanted: Mode, _ current: Mode, among modes: Set<Mode>
    ) throws(CaptureError) {
        guard wanted != current, !modes.contains(wanted) else { return }
        let names = modes.map(\.rawValue).sorted().joined(separator: ", ")
        throw refusal(control, "“\(wanted.rawValue)”", names.isEmpty ? nil : "one of \(names)")
    }

    private static func check(
        _ control: CameraControl, _ wanted: Double, _ current: Double, in range: ClosedRange<Double>?
    ) throws(CaptureError) {
        guard wanted != current, !(range?.contains(wanted) ?? false) else { return }
        throw refusal(control, "\(wanted)", range.map { "\($0.lowerBound)…\($0.upperBound)" })
    }

    private static func check(
        _ control: CameraControl, _ wanted: SensorPoint?, _ current: SensorPoint?, isSupported: Bool
    ) throws(CaptureError) {
        guard wanted != current else { return }
        guard isSupported || wanted == nil else { throw refusal(control, "a point", nil) }
        guard wanted?.isOnSensor ?? true else {
            throw refusal(control, wanted.map { "(\($0.x), \($0.y))" } ?? "", "a point with x and y in 0…1")
        }
    }

    /// - Parameter allowed: nil where the camera has no such control.
    private static func refusal(_ control: CameraControl, _ value: String, _ allowed: String?) -> CaptureError {
        guard let allowed else {
            return CaptureError(
                .refused, "This camera has no \(control.rawValue) to set to \(value).",
                advice: "Ask its capabilities first.", control: control)
        }
        return CaptureError(
            .refused, "The camera cannot set \(control.rawValue) to \(value).", advice: "Use \(allowed).",
            control: control)
    }
}
