import OnAirV4L2

extension V4L2CameraSnapshot {
    /// One control to set.
    struct Step: Hashable, Sendable {
        let control: V4L2Control
        let value: Int64
        /// The named setting it belongs to.
        let purpose: CameraControl
        /// The camera must take exactly this: a mode. Of a value it may make what it can.
        var isMode = false
    }

    /// What has to be set for `controls` to be as `settings` have them, in that order. What this camera does without
    /// controls, such as digital zoom, needs no step.
    func steps(for controls: [CameraControl], of settings: CameraSettings) -> [Step] {
        controls.flatMap { control -> [Step] in
            switch control {
            case .focusMode: focusSteps(settings.focusMode)
            case .lensPosition:
                value(control, adjustable(V4L2ControlID.focusAbsolute)) { focus in
                    // V4L2 counts towards the camera: the greatest value is the shortest distance.
                    focus.nearest(
                        to: Double(focus.minimum) + (1 - settings.lensPosition)
                            * Double(focus.maximum - focus.minimum))
                }
            case .exposureMode: exposureSteps(settings.exposureMode)
            case .exposureDuration:
                value(control, adjustable(V4L2ControlID.exposureTime)) { time in
                    time.nearest(to: settings.exposureDuration / Self.exposureUnit)
                }
            case .gain: value(control, gainControl) { Self.value(ofGain: settings.gain, $0) }
            case .exposureTargetBias:
                value(control, settable(V4L2ControlID.exposureBias)) { bias in
                    bias.menu.min { left, right in
                        Self.distance(left, settings.exposureTargetBias)
                            < Self.distance(right, settings.exposureTargetBias)
                    }?.index ?? bias.defaultValue
                }
            case .whiteBalanceMode: whiteBalanceSteps(settings.whiteBalanceMode)
            case .whiteBalanceTemperature:
                value(control, adjustable(V4L2ControlID.whiteBalanceTemperature)) { temperature in
                    temperature.nearest(to: settings.whiteBalanceTemperature)
                }
            case .torchMode:
                mode(
                    control, V4L2ControlID.flashMode, settings.torchMode == .off ? Self.lampOff : Self.lampOn)
            case .torchLevel:
                value(control, adjustable(V4L2ControlID.torchIntensity)) { lamp in
                    lamp.nearest(
                        to: Double(lamp.minimum) + settings.torchLevel * Double(lamp.maximum - lamp.minimum))
                }
            case .videoZoomFactor:
                value(control, zoomControl) { $0.nearest(to: settings.videoZoomFactor * Double($0.minimum)) }
            case .videoStabilizationMode:
                mode(control, V4L2ControlID.imageStabilization, settings.videoStabilizationMode == .off ? 0 : 1)
            case .focusPointOfInterest, .exposurePointOfInterest, .activeFormat, .activeFrameRate: []
            }
        }
    }

    private func focusSteps(_ mode: FocusMode) -> [Step] {
        switch mode {
        case .continuousAutoFocus: self.mode(.focusMode, V4L2ControlID.focusAutomatic, 1)
        case .autoFocus:
            self.mode(.focusMode, V4L2ControlID.focusAutomatic, 0)
                + self.mode(.focusMode, V4L2ControlID.autoFocusStart, 1)
        case .locked:
            self.mode(.focusMode, V4L2ControlID.autoFocusStop, 1)
                + self.mode(.focusMode, V4L2ControlID.focusAutomatic, 0)
        }
    }

    private func exposureSteps(_ mode: ExposureMode) -> [Step] {
        let menu = V4L2ExposureMenu(self)
        let isAutomatic = mode == .continuousAutoExposure || mode == .autoExpose
        let choice = isAutomatic ? menu.automatic : menu.manual
        return (choice.map { self.mode(.exposureMode, V4L2ControlID.autoExposure, $0) } ?? [])
            + self.mode(.exposureMode, V4L2ControlID.gainAutomatic, isAutomatic ? 1 : 0)
    }

    private func whiteBalanceSteps(_ mode: WhiteBalanceMode) -> [Step] {
        switch mode {
        case .continuousAutoWhiteBalance: self.mode(.whiteBalanceMode, V4L2ControlID.whiteBalanceAutomatic, 1)
        case .locked: self.mode(.whiteBalanceMode, V4L2ControlID.whiteBalanceAutomatic, 0)
        case .autoWhiteBalance:
            self.mode(.whiteBalanceMode, V4L2ControlID.whiteBalanceAutomatic, 0)
                + self.mode(.whiteBalanceMode, V4L2ControlID.doWhiteBalance, 1)
        }
    }

    /// A control that the camera does not have needs no setting.
    private func mode(_ purpose: CameraControl, _ id: UInt32, _ value: Int64) -> [Step] {
        settable(id).map { [Step(control: $0, value: value, purpose: purpose, isMode: $0.kind != .button)] } ?? []
    }

    private func value(
        _ purpose: CameraControl, _ control: V4L2Control?, _ number: (V4L2Control) -> Int64
    ) -> [Step] {
        control.map { [Step(control: $0, value: number($0), purpose: purpose)] } ?? []
    }

    /// How far a choice of the bias menu, in thousandths of an EV, is from `bias`.
    private static func distance(_ item: V4L2Control.MenuItem, _ bias: Double) -> Double {
        Double(item.name).map { abs($0 / 1000 - bias) } ?? .infinity
    }
}
