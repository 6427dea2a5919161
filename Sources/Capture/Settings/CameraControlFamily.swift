/// Controls that set the same thing, by whatever words: those of `CameraSettings` and those of the driver.
enum CameraControlFamily: Hashable, Sendable {
    case focus, exposure, whiteBalance, torch, zoom, stabilization

    /// What a named setting belongs to.
    init?(_ control: CameraControl) {
        switch control {
        case .focusMode, .lensPosition, .focusPointOfInterest: self = .focus
        case .exposureMode, .exposureDuration, .gain, .exposureTargetBias, .exposurePointOfInterest: self = .exposure
        case .whiteBalanceMode, .whiteBalanceTemperature: self = .whiteBalance
        case .torchMode, .torchLevel: self = .torch
        case .videoZoomFactor: self = .zoom
        case .videoStabilizationMode: self = .stabilization
        case .activeFormat, .activeFrameRate: return nil
        }
    }

    /// What a driver's control belongs to, by how V4L2 calls it.
    init?(driverControl name: String) {
        let beginnings: [(String, CameraControlFamily)] = [
            ("focus_", .focus), ("auto_focus", .focus), ("auto_exposure", .exposure), ("exposure_", .exposure),
            ("gain_automatic", .exposure), ("white_balance_", .whiteBalance), ("do_white_balance", .whiteBalance),
            ("auto_n_preset_white_balance", .whiteBalance), ("torch_", .torch), ("led_mode", .torch),
            ("zoom_", .zoom), ("digital_zoom", .zoom), ("image_stabilization", .stabilization),
        ]
        guard let family = beginnings.first(where: { name.hasPrefix($0.0) })?.1 else { return nil }
        self = family
    }
}
