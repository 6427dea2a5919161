import OnAirCapture

extension DeviceChoice {
    /// The device it means; nil for none.
    ///
    /// - Throws: `CaptureError` of kind `missing` where there is no such device.
    func device(for mediaType: MediaType) throws(CaptureError) -> CaptureDevice? {
        switch (self, mediaType) {
        case (.off, _): nil
        case (.file(let path), .video): CaptureDevice(FileCameraDriver(path: path))
        case (.file(let path), .audio): CaptureDevice(FileMicrophoneDriver(path: path))
        case (.simulated, .video): try found("simulated:front", .video)
        case (.simulated, .audio): try found("simulated:microphone", .audio)
        }
    }

    private func found(_ id: String, _ mediaType: MediaType) throws(CaptureError) -> CaptureDevice {
        let catalog = CaptureDeviceCatalog.shared
        guard let device = catalog.devices(for: mediaType).first(where: { $0.uniqueID == id }) else {
            throw CaptureError(
                .missing, "There is no \(mediaType == .video ? "camera" : "microphone") \(id).",
                advice: "`onair devices` lists what there is.")
        }
        return device
    }
}
