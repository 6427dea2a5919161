/// One thing that can be set on a camera, by name.
public enum CameraControl: String, CaseIterable, Hashable, Sendable, Codable {
    case focusMode, lensPosition, focusPointOfInterest
    case exposureMode, exposureDuration, gain, exposureTargetBias, exposurePointOfInterest
    case whiteBalanceMode, whiteBalanceTemperature
    case torchMode, torchLevel, videoZoomFactor, videoStabilizationMode
    case activeFormat, activeFrameRate
}
