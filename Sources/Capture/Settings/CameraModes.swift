/// How a camera focuses.
public enum FocusMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The lens stays where it is, or goes where `lensPosition` says.
    case locked
    /// Focuses once, then locks.
    case autoFocus
    /// Focuses whenever the picture asks for it.
    case continuousAutoFocus
}

/// How a camera exposes.
public enum ExposureMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// Exposure time and gain stay as they are.
    case locked
    /// Exposes once, then locks.
    case autoExpose
    /// Exposes whenever the picture asks for it.
    case continuousAutoExposure
    /// Exposure time and gain are those that are set.
    case custom
}

/// How a camera balances white.
public enum WhiteBalanceMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The temperature stays as it is, or is the one that is set.
    case locked
    /// Balances once, then locks.
    case autoWhiteBalance
    /// Balances whenever the light asks for it.
    case continuousAutoWhiteBalance
}

/// What a camera's lamp does.
public enum TorchMode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    case on
    /// Lights when it is dark.
    case auto
}

/// How a camera steadies its picture.
public enum VideoStabilizationMode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    case standard
    case auto
}

/// One thing that can be set on a camera, by name.
public enum CameraControl: String, CaseIterable, Hashable, Sendable, Codable {
    case focusMode, lensPosition, focusPointOfInterest
    case exposureMode, exposureDuration, gain, exposureTargetBias, exposurePointOfInterest
    case whiteBalanceMode, whiteBalanceTemperature
    case torchMode, torchLevel, videoZoomFactor, videoStabilizationMode
    case activeFormat, activeFrameRate
}
