import OnAirCapture

extension DeviceChoice {
    /// The file it reads; nil for other devices.
    var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// The device it means among those of `catalog`; nil for none.
    ///
    /// - Throws: `CaptureError` of kind `missing` where there is no such device.
    func device(for mediaType: MediaType, in catalog: CaptureDeviceCatalog) throws(CaptureError) -> CaptureDevice? {
        switch (self, mediaType) {
        case (.off, _): nil
        case (.file(let path), .video): CaptureDevice(FileCameraDriver(path: path))
        case (.file(let path), .audio): CaptureDevice(FileMicrophoneDriver(path: path))
        case (.automatic, _), (.position(.unspecified), _):
            try Self.found(catalog.defaultDevice(for: mediaType), description, mediaType, catalog)
        case (.position(let position), _):
            try Self.found(
                catalog.defaultDevice(for: mediaType, position: position), description, mediaType, catalog)
        case (.device(let id), _): try Self.found(id, mediaType, catalog)
        case (.simulated, .video): try Self.found("simulated:front", .video, catalog)
        case (.simulated, .audio): try Self.found("simulated:microphone", .audio, catalog)
        }
    }

    private static func found(
        _ id: String, _ mediaType: MediaType, _ catalog: CaptureDeviceCatalog
    ) throws(CaptureError) -> CaptureDevice {
        try found(catalog.device(uniqueID: id, for: mediaType), id, mediaType, catalog)
    }

    /// - Throws: where there is no device, why its backend could not look, or else `missing`.
    private static func found(
        _ device: CaptureDevice?, _ name: String, _ mediaType: MediaType, _ catalog: CaptureDeviceCatalog
    ) throws(CaptureError) -> CaptureDevice {
        if let device { return device }
        if let problem = catalog.problems(for: mediaType).first(where: { name.hasPrefix("\($0.backend):") }) {
            throw problem.error
        }
        throw CaptureError(
            .missing, "There is no \(mediaType == .video ? "camera" : "microphone") “\(name)”.",
            advice: "`onair devices` lists what there is.")
    }
}
