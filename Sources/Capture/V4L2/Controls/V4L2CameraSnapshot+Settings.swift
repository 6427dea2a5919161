import OnAirV4L2

extension V4L2CameraSnapshot {
    /// What the controls do not tell: it is the driver's own.
    package struct Memory: Sendable, Equatable {
        /// Manual exposure was asked for as `locked`, not as `custom`.
        var isExposureLocked = false
        /// Where the zoom is digital.
        var digitalZoom = 1.0

        package init() {}
    }

    /// The controls whose values `settings` is made of.
    static let settingsIDs: [UInt32] = [
        V4L2ControlID.focusAutomatic, V4L2ControlID.focusAbsolute, V4L2ControlID.autoExposure,
        V4L2ControlID.exposureTime, V4L2ControlID.gainAutomatic, V4L2ControlID.gain, V4L2ControlID.analogueGain,
        V4L2ControlID.exposureBias, V4L2ControlID.whiteBalanceAutomatic, V4L2ControlID.whiteBalanceTemperature,
        V4L2ControlID.flashMode, V4L2ControlID.torchIntensity, V4L2ControlID.zoomAbsolute,
        V4L2ControlID.imageStabilization,
    ]

    /// How the camera is set, by the named settings. What it does not tell is as by default.
    func settings(_ memory: Memory) -> CameraSettings {
        var settings = CameraSettings()
        if number(V4L2ControlID.focusAutomatic) == 1 { settings.focusMode = .continuousAutoFocus }
        if let focus = adjustable(V4L2ControlID.focusAbsolute), let value = number(focus.id) {
            settings.lensPosition = 1 - focus.fraction(of: value)
        }
        settings.exposureMode = exposureMode(memory)
        if let value = number(V4L2ControlID.exposureTime) {
            settings.exposureDuration = Double(value) * Self.exposureUnit
        }
        if let control = gainControl, let value = number(control.id) { settings.gain = Self.gain(of: value, control) }
        if let bias = self[V4L2ControlID.exposureBias], let value = number(bias.id),
            let thousandths = bias.menu.first(where: { $0.index == value }).flatMap({ Double($0.name) })
        {
            settings.exposureTargetBias = thousandths / 1000
        }
        if number(V4L2ControlID.whiteBalanceAutomatic) == 1 { settings.whiteBalanceMode = .continuousAutoWhiteBalance }
        if let value = number(V4L2ControlID.whiteBalanceTemperature) {
            settings.whiteBalanceTemperature = Double(value)
        }
        if number(V4L2ControlID.flashMode) == Self.lampOn { settings.torchMode = .on }
        if let lamp = adjustable(V4L2ControlID.torchIntensity), let value = number(lamp.id) {
            settings.torchLevel = lamp.fraction(of: value)
        }
        if let zoom = zoomControl {
            settings.videoZoomFactor = number(zoom.id).map { Double($0) / Double(zoom.minimum) } ?? 1
        } else {
            settings.videoZoomFactor = memory.digitalZoom
        }
        if let value = number(V4L2ControlID.imageStabilization), value != 0 {
            settings.videoStabilizationMode = .standard
        }
        return settings
    }

    private func exposureMode(_ memory: Memory) -> ExposureMode {
        let byHand: ExposureMode = memory.isExposureLocked ? .locked : .custom
        let isGainAutomatic = number(V4L2ControlID.gainAutomatic) == 1
        guard let value = number(V4L2ControlID.autoExposure) else {
            return isGainAutomatic ? .continuousAutoExposure : byHand
        }
        let isManual = value == 1 || value == V4L2ExposureMenu(self).manual
        return isManual ? byHand : .continuousAutoExposure
    }
}
