import OnAirMedia

/// What is to be set for a tap. A pure decision.
struct TapToFocus: Sendable {
    let point: SensorPoint
    let focusMode: FocusMode?
    let exposureMode: ExposureMode?
    let result: TapToFocusResult

    /// Once where the camera can, else continuously.
    init(at point: SensorPoint, _ can: CameraCapabilities) {
        self.point = point
        focusMode = [.autoFocus, .continuousAutoFocus].first(where: can.focusModes.contains)
        exposureMode = [.autoExpose, .continuousAutoExposure].first(where: can.exposureModes.contains)
        result = TapToFocusResult(
            focus: Self.action(focusMode != nil, can.supportsFocusPointOfInterest),
            exposure: Self.action(exposureMode != nil, can.supportsExposurePointOfInterest))
    }

    private static func action(_ hasMode: Bool, _ hasPoint: Bool) -> TapToFocusResult.Action {
        hasMode ? (hasPoint ? .atPoint : .wholePicture) : .none
    }

    func apply(to device: inout CaptureDeviceConfiguration) {
        if result.focus == .atPoint { device.focusPointOfInterest = point }
        if let focusMode { device.focusMode = focusMode }
        if result.exposure == .atPoint { device.exposurePointOfInterest = point }
        if let exposureMode { device.exposureMode = exposureMode }
    }
}
