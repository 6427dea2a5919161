import OnAirMedia

extension CaptureControl {
    /// The named settings as a list of controls: for a driver that has no list of its own, and beside one that has.
    ///
    /// The default of a mode is the one in which the camera does most by itself, of the others the neutral value.
    package static func list(of can: CameraCapabilities, _ now: CameraSettings) -> [CaptureControl] {
        var list: [CaptureControl] = []
        func mode<Mode: RawRepresentable<String> & CaseIterable & Hashable>(
            _ control: CameraControl, _ now: Mode, _ modes: Set<Mode>, _ usual: Mode?
        ) {
            guard !modes.isEmpty else { return }
            var entry = CaptureControl(name: control.rawValue, localizedName: control.localizedName, kind: .menu)
            entry.menu = Mode.allCases.filter { modes.contains($0) }.map {
                .init(.text($0.rawValue), name: $0.rawValue)
            }
            entry.value = .text(now.rawValue)
            entry.defaultValue = usual.flatMap { modes.contains($0) ? .text($0.rawValue) : nil }
            list.append(entry)
        }
        func number(
            _ control: CameraControl, _ now: Double, _ range: ClosedRange<Double>?, _ unit: String? = nil,
            usual: Double? = nil, isActive: Bool = true
        ) {
            guard let range else { return }
            var entry = CaptureControl(name: control.rawValue, localizedName: control.localizedName, kind: .decimal)
            (entry.range, entry.unit, entry.value) = (range, unit, .decimal(now))
            entry.defaultValue = usual.map(Value.decimal)
            if !isActive { entry.flags = [.inactive, .volatile] }
            list.append(entry)
        }
        func point(_ control: CameraControl, _ now: SensorPoint?, _ isSupported: Bool) {
            guard isSupported else { return }
            var entry = CaptureControl(name: control.rawValue, localizedName: control.localizedName, kind: .point)
            entry.value = .text(now.map { "\($0.x),\($0.y)" } ?? "none")
            entry.defaultValue = .text("none")
            list.append(entry)
        }
        let isLensFree = now.focusMode == .locked || !can.focusModes.contains(.locked)
        let isExposureFree = now.exposureMode == .custom || !can.exposureModes.contains(.custom)
        let isWhiteFree = now.whiteBalanceMode == .locked || !can.whiteBalanceModes.contains(.locked)
        mode(.focusMode, now.focusMode, can.focusModes, .continuousAutoFocus)
        number(.lensPosition, now.lensPosition, can.lensPositions, isActive: isLensFree)
        point(.focusPointOfInterest, now.focusPointOfInterest, can.supportsFocusPointOfInterest)
        mode(.exposureMode, now.exposureMode, can.exposureModes, .continuousAutoExposure)
        number(.exposureDuration, now.exposureDuration, can.exposureDurations, "s", isActive: isExposureFree)
        number(.gain, now.gain, can.gains, isActive: isExposureFree)
        number(.exposureTargetBias, now.exposureTargetBias, can.exposureTargetBiases, "EV", usual: 0)
        point(.exposurePointOfInterest, now.exposurePointOfInterest, can.supportsExposurePointOfInterest)
        mode(.whiteBalanceMode, now.whiteBalanceMode, can.whiteBalanceModes, .continuousAutoWhiteBalance)
        number(
            .whiteBalanceTemperature, now.whiteBalanceTemperature, can.whiteBalanceTemperatures, "K",
            isActive: isWhiteFree)
        mode(.torchMode, now.torchMode, can.torchModes, .off)
        number(.torchLevel, now.torchLevel, can.torchModes.isEmpty ? nil : 0...1, usual: 1)
        number(.videoZoomFactor, now.videoZoomFactor, can.zoomFactors, usual: 1)
        mode(.videoStabilizationMode, now.videoStabilizationMode, can.stabilizationModes, .off)
        return CaptureControlDependency.explain(list)
    }
}

extension CameraSettings {
    /// Takes the value of one named setting; false where it is of another kind.
    mutating func take(_ value: CaptureControl.Value, for control: CameraControl) -> Bool {
        func mode<Mode: RawRepresentable<String>>(_ path: WritableKeyPath<CameraSettings, Mode>) -> Bool {
            guard case .text(let text) = value, let mode = Mode(rawValue: text) else { return false }
            self[keyPath: path] = mode
            return true
        }
        func number(_ path: WritableKeyPath<CameraSettings, Double>) -> Bool {
            guard let number = value.number else { return false }
            self[keyPath: path] = number
            return true
        }
        func point(_ path: WritableKeyPath<CameraSettings, SensorPoint?>) -> Bool {
            guard case .text(let text) = value, let point = CaptureControl.point(text) else { return false }
            self[keyPath: path] = point.map { SensorPoint(x: $0.x, y: $0.y) }
            return true
        }
        return switch control {
        case .focusMode: mode(\.focusMode)
        case .lensPosition: number(\.lensPosition)
        case .focusPointOfInterest: point(\.focusPointOfInterest)
        case .exposureMode: mode(\.exposureMode)
        case .exposureDuration: number(\.exposureDuration)
        case .gain: number(\.gain)
        case .exposureTargetBias: number(\.exposureTargetBias)
        case .exposurePointOfInterest: point(\.exposurePointOfInterest)
        case .whiteBalanceMode: mode(\.whiteBalanceMode)
        case .whiteBalanceTemperature: number(\.whiteBalanceTemperature)
        case .torchMode: mode(\.torchMode)
        case .torchLevel: number(\.torchLevel)
        case .videoZoomFactor: number(\.videoZoomFactor)
        case .videoStabilizationMode: mode(\.videoStabilizationMode)
        case .activeFormat, .activeFrameRate: false
        }
    }
}

extension CameraControl {
    /// The name for people.
    var localizedName: String {
        switch self {
        case .focusMode: "Focus Mode"
        case .lensPosition: "Lens Position"
        case .focusPointOfInterest: "Focus Point of Interest"
        case .exposureMode: "Exposure Mode"
        case .exposureDuration: "Exposure Duration"
        case .gain: "Gain"
        case .exposureTargetBias: "Exposure Target Bias"
        case .exposurePointOfInterest: "Exposure Point of Interest"
        case .whiteBalanceMode: "White Balance Mode"
        case .whiteBalanceTemperature: "White Balance Temperature"
        case .torchMode: "Torch Mode"
        case .torchLevel: "Torch Level"
        case .videoZoomFactor: "Zoom Factor"
        case .videoStabilizationMode: "Stabilization Mode"
        case .activeFormat: "Active Format"
        case .activeFrameRate: "Active Frame Rate"
        }
    }
}
