/// What became of a preset that was loaded.
public struct CameraPresetOutcome: Hashable, Sendable {
    /// What was set, and what each control is now.
    public let controls: [CaptureControlOutcome]
    /// Names of controls the camera does not have any more; the others were set all the same.
    public let missing: [String]

    public init(controls: [CaptureControlOutcome], missing: [String]) {
        (self.controls, self.missing) = (controls, missing)
    }
}
