import OnAirMedia

/// How a camera is set. A value: read it from `CaptureDevice.settings`; change it inside `CaptureDevice.configure`.
///
/// A value that the camera sets by itself in the mode it is in is not silently ignored: setting it is refused, unless
/// the mode is set in the same `configure` or the value is what it was. So settings that were read back can be set again
/// together with their modes.
public struct CameraSettings: Hashable, Sendable {
    /// Default `locked`.
    public var focusMode = FocusMode.locked
    /// Where the lens is: 0 is the shortest distance, 1 the farthest. Counts while `focusMode` is `locked`; refused in
    /// the other modes, which move the lens themselves.
    public var lensPosition = 1.0
    /// What autofocus looks at; nil for its own choice. May be set in any mode: it counts from the next automatic one on.
    public var focusPointOfInterest: SensorPoint?
    /// Default `locked`.
    public var exposureMode = ExposureMode.locked
    /// Seconds that the shutter is open. Counts while `exposureMode` is `custom`; refused in the other modes.
    public var exposureDuration = 1.0 / 60
    /// How much the sensor's signal is amplified, as a factor; 1 is not at all. Counts while `exposureMode` is `custom`;
    /// refused in the other modes.
    public var gain = 1.0
    /// How much brighter than its own idea automatic exposure makes the picture, in EV. May be set in any mode: it counts
    /// in the automatic ones.
    public var exposureTargetBias = 0.0
    /// What automatic exposure meters; nil for its own choice. May be set in any mode: it counts from the next automatic
    /// one on.
    public var exposurePointOfInterest: SensorPoint?
    /// Default `locked`.
    public var whiteBalanceMode = WhiteBalanceMode.locked
    /// The colour temperature of light that is shown white, in kelvin. Counts while `whiteBalanceMode` is `locked`; refused
    /// in the other modes.
    public var whiteBalanceTemperature = 5500.0
    /// Off once the camera is let go. Default `off`.
    public var torchMode = TorchMode.off
    /// Brightness of the torch, 0…1. May be set in any mode: it counts while the torch shines.
    public var torchLevel = 1.0
    /// 1 shows all the sensor sees.
    public var videoZoomFactor = 1.0
    public var videoStabilizationMode = VideoStabilizationMode.off

    public init() {}
}
