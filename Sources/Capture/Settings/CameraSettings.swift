import OnAirMedia

/// How a camera is set. A value: read it from `CaptureDevice.settings`; change it inside `CaptureDevice.configure`.
public struct CameraSettings: Hashable, Sendable {
    /// Default `locked`.
    public var focusMode = FocusMode.locked
    /// Where the lens is: 0 is the shortest distance, 1 the farthest.
    public var lensPosition = 1.0
    /// What autofocus looks at; nil for its own choice.
    public var focusPointOfInterest: SensorPoint?
    /// Default `locked`.
    public var exposureMode = ExposureMode.locked
    /// Seconds that the shutter is open.
    public var exposureDuration = 1.0 / 60
    /// How much the sensor's signal is amplified, as a factor; 1 is not at all.
    public var gain = 1.0
    /// How much brighter than its own idea automatic exposure makes the picture, in EV.
    public var exposureTargetBias = 0.0
    /// What automatic exposure meters; nil for its own choice.
    public var exposurePointOfInterest: SensorPoint?
    /// Default `locked`.
    public var whiteBalanceMode = WhiteBalanceMode.locked
    /// The colour temperature of light that is shown white, in kelvin.
    public var whiteBalanceTemperature = 5500.0
    public var torchMode = TorchMode.off
    /// Brightness of the torch, 0…1.
    public var torchLevel = 1.0
    /// 1 shows all the sensor sees.
    public var videoZoomFactor = 1.0
    public var videoStabilizationMode = VideoStabilizationMode.off

    public init() {}
}
