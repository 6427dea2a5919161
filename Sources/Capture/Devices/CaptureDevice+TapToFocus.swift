import OnAirMedia

extension CaptureDevice {
    /// Tap to focus: sets focus and exposure to automatic, each for `point` where the camera can be pointed, in one
    /// configuration.
    ///
    /// - Parameter point: on the sensor, as `CaptureVideoPreviewLayer.captureDevicePoint(fromLayerPoint:)` tells it.
    /// - Returns: what was really done; a camera that can do nothing of it is no error.
    /// - Throws: `CaptureError` of kind `refused` where `point` is not on the sensor, or what `configure` throws.
    @discardableResult
    public func focusAndExpose(at point: SensorPoint) async throws(CaptureError) -> TapToFocusResult {
        guard point.isOnSensor else {
            throw CaptureError(
                .refused, "The camera cannot focus at (\(point.x), \(point.y)).",
                advice: "Use a point with x and y in 0…1.", control: .focusPointOfInterest)
        }
        let tap = TapToFocus(at: point, capabilities)
        guard !tap.result.isNothing else { return tap.result }
        try await configure { tap.apply(to: &$0) }
        return tap.result
    }
}
