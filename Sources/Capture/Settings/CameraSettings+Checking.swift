import OnAirMedia

extension CameraSettings {
    /// Checks what differs from `current` against what the camera can do. A pure decision.
    ///
    /// - Parameters:
    ///   - name: the device's, for people.
    ///   - kind: what the device captures.
    /// - Throws: `CaptureError` of kind `refused` that names the control, the value and what it may be.
    func check(
        against can: CameraCapabilities, from current: CameraSettings, of name: String, kind: MediaType = .video
    ) throws(CaptureError) {
        let checker = CameraSettingsChecker(deviceName: name, mediaType: kind)
        try checker.check(.focusMode, focusMode, current.focusMode, among: can.focusModes)
        try checker.check(.lensPosition, lensPosition, current.lensPosition, in: can.lensPositions)
        try checker.check(
            .focusPointOfInterest, focusPointOfInterest, current.focusPointOfInterest,
            isSupported: can.supportsFocusPointOfInterest)
        try checker.check(.exposureMode, exposureMode, current.exposureMode, among: can.exposureModes)
        try checker.check(.exposureDuration, exposureDuration, current.exposureDuration, in: can.exposureDurations)
        try checker.check(.gain, gain, current.gain, in: can.gains)
        try checker.check(
            .exposureTargetBias, exposureTargetBias, current.exposureTargetBias, in: can.exposureTargetBiases)
        try checker.check(
            .exposurePointOfInterest, exposurePointOfInterest, current.exposurePointOfInterest,
            isSupported: can.supportsExposurePointOfInterest)
        try checker.check(.whiteBalanceMode, whiteBalanceMode, current.whiteBalanceMode, among: can.whiteBalanceModes)
        try checker.check(
            .whiteBalanceTemperature, whiteBalanceTemperature, current.whiteBalanceTemperature,
            in: can.whiteBalanceTemperatures)
        try checker.check(.torchMode, torchMode, current.torchMode, among: can.torchModes)
        try checker.check(
            .torchLevel, torchLevel, current.torchLevel, in: can.torchModes.isEmpty ? nil : 0...1)
        try checker.check(.videoZoomFactor, videoZoomFactor, current.videoZoomFactor, in: can.zoomFactors)
        try checker.check(
            .videoStabilizationMode, videoStabilizationMode, current.videoStabilizationMode,
            among: can.stabilizationModes)
    }

    /// Checks that each value among `touched` counts in the mode these settings are in. A pure decision.
    ///
    /// A value that stays as it is may be set in any mode, and so may one whose mode is set with it: so settings that
    /// were read back can be set again as a whole. A camera without the mode has values that always count.
    ///
    /// - Throws: `CaptureError` of kind `refused` that names the control and the mode to set first.
    func checkModes(
        of touched: Set<CameraControl>, against can: CameraCapabilities, from current: CameraSettings, of name: String
    ) throws(CaptureError) {
        let checker = CameraSettingsChecker(deviceName: name, mediaType: .video)
        if lensPosition != current.lensPosition, !touched.contains(.focusMode), can.focusModes.contains(.locked) {
            try checker.require(.locked, now: focusMode, .focusMode, for: .lensPosition)
        }
        if !touched.contains(.exposureMode), can.exposureModes.contains(.custom) {
            if exposureDuration != current.exposureDuration {
                try checker.require(.custom, now: exposureMode, .exposureMode, for: .exposureDuration)
            }
            if gain != current.gain { try checker.require(.custom, now: exposureMode, .exposureMode, for: .gain) }
        }
        if whiteBalanceTemperature != current.whiteBalanceTemperature, !touched.contains(.whiteBalanceMode),
            can.whiteBalanceModes.contains(.locked)
        {
            try checker.require(.locked, now: whiteBalanceMode, .whiteBalanceMode, for: .whiteBalanceTemperature)
        }
    }
}
