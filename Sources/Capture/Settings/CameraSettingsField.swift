/// One setting of `CameraSettings` by name, so that it can be compared and copied by itself.
struct CameraSettingsField: Sendable {
    let control: CameraControl
    let path: any PartialKeyPath<CameraSettings> & Sendable
    let differs: @Sendable (CameraSettings, CameraSettings) -> Bool
    let copy: @Sendable (_ source: CameraSettings, _ target: inout CameraSettings) -> Void

    private init<Value: Equatable & SendableMetatype>(
        _ control: CameraControl, _ path: any WritableKeyPath<CameraSettings, Value> & Sendable
    ) {
        self.control = control
        self.path = path
        differs = { $0[keyPath: path] != $1[keyPath: path] }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    /// Every setting, in the order in which a device takes them: a point of interest or a bias before the mode that
    /// uses it, a mode before the value that only counts in it, the torch's brightness before it lights.
    static let all = [
        CameraSettingsField(.videoZoomFactor, \.videoZoomFactor),
        CameraSettingsField(.videoStabilizationMode, \.videoStabilizationMode),
        CameraSettingsField(.focusPointOfInterest, \.focusPointOfInterest),
        CameraSettingsField(.focusMode, \.focusMode),
        CameraSettingsField(.lensPosition, \.lensPosition),
        CameraSettingsField(.exposurePointOfInterest, \.exposurePointOfInterest),
        CameraSettingsField(.exposureTargetBias, \.exposureTargetBias),
        CameraSettingsField(.exposureMode, \.exposureMode),
        CameraSettingsField(.exposureDuration, \.exposureDuration),
        CameraSettingsField(.gain, \.gain),
        CameraSettingsField(.whiteBalanceMode, \.whiteBalanceMode),
        CameraSettingsField(.whiteBalanceTemperature, \.whiteBalanceTemperature),
        CameraSettingsField(.torchLevel, \.torchLevel),
        CameraSettingsField(.torchMode, \.torchMode),
    ]

    static func named(_ control: CameraControl) -> CameraSettingsField? { all.first { $0.control == control } }

    /// The control that the setting at `path` is.
    static func control(at path: PartialKeyPath<CameraSettings>) -> CameraControl? {
        all.first { $0.path == path }?.control
    }
}
