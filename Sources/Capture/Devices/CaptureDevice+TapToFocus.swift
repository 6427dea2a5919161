import OnAirMedia

extension CaptureDevice {
    /// Tap to focus: sets focus and exposure to automatic, each for `point` where the camera can be pointed, in one
    /// configuration.
    ///
    /// It stays at that: `resetFocusAndExposure` goes back to a camera that watches the whole picture.
    ///
    /// - Parameter point: on the sensor, as `CaptureVideoPreviewLayer.captureDevicePoint(fromLayerPoint:)` tells it.
    /// - Returns: what was really done; a camera that can do nothing of it is no error.
    /// - Throws: `CaptureError` of kind `refused` where `point` is not on the sensor, or what `configure` throws.
    @discardableResult
    public func focusAndExpose(at point: SensorPoint) async throws(CaptureError) -> TapToFocusResult {
        guard point.isOnSensor else {
            throw CaptureError(
                .refused, "\(localizedName) cannot focus at (\(point.x), \(point.y)).",
                advice: "Use a point with x and y in 0…1.", control: .focusPointOfInterest)
        }
        let tap = TapToFocus(at: point, capabilities)
        guard !tap.result.isNothing else { return tap.result }
        try await configure { tap.apply(to: &$0) }
        return tap.result
    }

    /// Takes a tap back: focus and exposure become continuous where the camera can, and look at the whole picture again,
    /// in one configuration. What people expect when they tap somewhere else, or the scene changes.
    ///
    /// A camera that can do nothing of it is left as it is.
    ///
    /// - Throws: what `configure` throws.
    public func resetFocusAndExposure() async throws(CaptureError) {
        let can = capabilities
        try await configure { device in
            if can.supportsFocusPointOfInterest { device.focusPointOfInterest = nil }
            if can.focusModes.contains(.continuousAutoFocus) { device.focusMode = .continuousAutoFocus }
            if can.supportsExposurePointOfInterest { device.exposurePointOfInterest = nil }
            if can.exposureModes.contains(.continuousAutoExposure) { device.exposureMode = .continuousAutoExposure }
        }
    }
}
