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

    /// From one value that the hardware has to the next, in the setting's own unit: it takes the nearest one. Nothing
    /// where any is possible.
    public var steps: [CameraControl: Double] = [:]

    public init() {}

    /// Whether there is anything to set by `control`.
    func has(_ control: CameraControl) -> Bool {
        switch control {
        case .focusMode: !focusModes.isEmpty
        case .lensPosition: lensPositions != nil
        case .focusPointOfInterest: supportsFocusPointOfInterest
        case .exposureMode: !exposureModes.isEmpty
        case .exposureDuration: exposureDurations != nil
        case .gain: gains != nil
        case .exposureTargetBias: exposureTargetBiases != nil
        case .exposurePointOfInterest: supportsExposurePointOfInterest
        case .whiteBalanceMode: !whiteBalanceModes.isEmpty
        case .whiteBalanceTemperature: whiteBalanceTemperatures != nil
        case .torchMode, .torchLevel: !torchModes.isEmpty
        case .videoZoomFactor: zoomFactors != nil
        case .videoStabilizationMode: !stabilizationModes.isEmpty
        case .activeFormat, .activeFrameRate: false
        }
    }
}
