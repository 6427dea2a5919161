import OnAir
import OnAirTerminal

/// What is worth saying about the devices that a plan came to.
extension LivePlan {
    private func choice(of mediaType: MediaType) -> DeviceChoice {
        mediaType == .video ? configuration.camera : configuration.microphone
    }

    /// Whether `device` is simulated although nobody asked for that.
    package func isStandIn(_ device: CaptureDevice) -> Bool {
        guard device.uniqueID.hasPrefix("simulated:") else { return false }
        return switch choice(of: device.mediaType) {
        case .automatic, .position: true
        case .device, .simulated, .file, .off: false
        }
    }

    /// Why there is a simulated device where a real one was hoped for.
    package func standInWords(for mediaType: MediaType, reasons: [String]) -> String {
        let side: String? = if case .position(let position) = choice(of: mediaType) { position.rawValue } else { nil }
        return StandIn(mediaType == .video ? .camera : .microphone, side: side).words(reasons: reasons)
    }

    /// Scripted faults of devices that are not in use, in words.
    package func idleFaults(camera: CaptureDevice?, microphone: CaptureDevice?) -> [String] {
        let used = [camera, microphone].compactMap { $0?.uniqueID }
        var told: Set<SimulatedFaultScript.Target> = []
        return faults.entries.map(\.target).filter { told.insert($0).inserted }.compactMap { target in
            let ids =
                switch target {
                case .camera: ["simulated:front", "simulated:back"]
                case .front: ["simulated:front"]
                case .back: ["simulated:back"]
                case .microphone: ["simulated:microphone"]
                }
            guard !ids.contains(where: used.contains) else { return nil }
            return "--simulate-fault \(target.rawValue): \(ids.joined(separator: " or ")) is not in use"
        }
    }

    /// The ID a device that is not there was meant to have; nil where none is close.
    package func suggestion(for error: BroadcastError) -> String? {
        guard error.code == "device-missing" else { return nil }
        for mediaType in MediaType.allCases {
            guard case .device(let id) = choice(of: mediaType), error.message.contains(id) else { continue }
            let ids = CaptureDeviceCatalog.shared.devices(for: mediaType).map(\.uniqueID)
            if !ids.contains(id), let near = DeviceSpelling.nearest(to: id, among: ids) { return near }
        }
        return nil
    }
}
