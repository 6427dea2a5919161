import OnAirMedia

/// What can be set on a camera, and in which ranges. What is empty or nil the camera does not have.
public struct CameraCapabilities: Hashable, Sendable {
    public var focusModes: Set<FocusMode> = []
    /// The lens can be put somewhere.
    public var lensPositions: ClosedRange<Double>?
    public var supportsFocusPointOfInterest = false
    public var exposureModes: Set<ExposureMode> = []
    /// Seconds.
    public var exposureDurations: ClosedRange<Double>?
    /// Factors.
    public var gains: ClosedRange<Double>?
    /// EV.
    public var exposureTargetBiases: ClosedRange<Double>?
    public var supportsExposurePointOfInterest = false
    public var whiteBalanceModes: Set<WhiteBalanceMode> = []
    /// Kelvin.
    public var whiteBalanceTemperatures: ClosedRange<Double>?
    public var torchModes: Set<TorchMode> = []
    public var zoomFactors: ClosedRange<Double>?
    public var stabilizationModes: Set<VideoStabilizationMode> = []

    public init() {}
}
