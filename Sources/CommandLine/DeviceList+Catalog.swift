import OnAir
import OnAirTerminal

extension DeviceList {
    /// What the catalogue has, in words.
    init(_ catalog: CaptureDeviceCatalog, options: DevicesOptions) {
        self.init()
        for mediaType in MediaType.allCases
        where mediaType == .video ? options.showsCameras : options.showsMicrophones {
            // Once: a backend whose server hangs takes as long as it may, each time.
            let found = catalog.look(for: mediaType)
            switch mediaType {
            case .video: cameras = Self.list(found.devices, .video)
            case .audio: microphones = Self.list(found.devices, .audio)
            }
            backends += found.problems.map { name, error in
                Backend(name: name, kind: mediaType == .video ? "camera" : "microphone", problem: Problem(error))
            }
        }
    }

    private static func list(_ devices: [CaptureDevice], _ mediaType: MediaType) -> [Device] {
        let positions: [(String, CaptureDevice.Position)] =
            mediaType == .video
            ? [("auto", .unspecified), ("front", .front), ("back", .back)] : [("auto", .unspecified)]
        let chosen = positions.map { word, position in
            (word: word, id: CaptureDeviceCatalog.defaultDevice(of: devices, position: position)?.uniqueID)
        }
        let simulated = mediaType == .video ? "simulated:front" : "simulated:microphone"
        return devices.map { device in
            var listed = Device(device)
            listed.chosenBy = chosen.filter { $0.id == device.uniqueID }.map(\.word)
            if device.uniqueID == simulated { listed.chosenBy.append("simulated") }
            return listed
        }
    }
}

extension DeviceList.Problem {
    init(_ error: CaptureError) { self.init(code: error.code, message: error.message, advice: error.advice) }
}

extension DeviceList.Device {
    init(_ device: CaptureDevice) {
        self.init(
            id: device.uniqueID, name: device.localizedName,
            position: device.mediaType == .video ? device.position.rawValue : nil)
        if case .denied(let error) = device.authorization {
            problem = DeviceList.Problem(error)
        } else if !device.isConnected {
            problem = DeviceList.Problem(
                CaptureError(.missing, "\(device.localizedName) is not connected.", advice: "Plug it in."))
        } else {
            signalProblem = device.signalProblem.map(DeviceList.Problem.init)
        }
        for format in device.formats {
            switch format {
            case .video(let format):
                pictureFormats.append(
                    .init(
                        width: format.size.width, height: format.size.height, pixels: format.pixels.rawValue,
                        rates: format.rates.map(Self.words)))
            case .audio(let format):
                soundFormats.append(.init(sampleRate: format.sampleRate, channels: format.channels))
            }
        }
        controls = Self.controls(device.capabilities, device.settings)
        let own = device.controls.map(\.name)
        if own.contains(where: { CameraControl(rawValue: $0) == nil }) { driverControls = own }
    }

    private static func words(_ range: VideoCaptureFormat.RateRange) -> String {
        range.slowest == range.fastest ? "\(range.fastest)" : "\(range.slowest)-\(range.fastest)"
    }

    private static func controls(_ can: CameraCapabilities, _ now: CameraSettings) -> [DeviceList.Control] {
        var controls: [DeviceList.Control] = []
        func add<Mode: RawRepresentable<String> & CaseIterable & Hashable>(
            _ control: CameraControl, _ mode: Mode, _ modes: Set<Mode>
        ) {
            guard !modes.isEmpty else { return }
            let words = Mode.allCases.filter { modes.contains($0) }.map(\.rawValue)
            controls.append(.init(control.rawValue, .word(mode.rawValue, of: words)))
        }
        func add(_ control: CameraControl, _ value: Double, _ range: ClosedRange<Double>?, _ unit: String) {
            if let range { controls.append(.init(control.rawValue, .number(value, in: range, unit: unit))) }
        }
        add(.focusMode, now.focusMode, can.focusModes)
        add(.lensPosition, now.lensPosition, can.lensPositions, "")
        if can.supportsFocusPointOfInterest { controls.append(.init("focusPointOfInterest", .point)) }
        add(.exposureMode, now.exposureMode, can.exposureModes)
        add(.exposureDuration, now.exposureDuration, can.exposureDurations, "s")
        add(.gain, now.gain, can.gains, "")
        add(.exposureTargetBias, now.exposureTargetBias, can.exposureTargetBiases, "EV")
        if can.supportsExposurePointOfInterest { controls.append(.init("exposurePointOfInterest", .point)) }
        add(.whiteBalanceMode, now.whiteBalanceMode, can.whiteBalanceModes)
        add(.whiteBalanceTemperature, now.whiteBalanceTemperature, can.whiteBalanceTemperatures, "K")
        add(.torchMode, now.torchMode, can.torchModes)
        add(.torchLevel, now.torchLevel, can.torchModes.isEmpty ? nil : 0...1, "")
        add(.videoZoomFactor, now.videoZoomFactor, can.zoomFactors, "")
        add(.videoStabilizationMode, now.videoStabilizationMode, can.stabilizationModes)
        return controls
    }
}
