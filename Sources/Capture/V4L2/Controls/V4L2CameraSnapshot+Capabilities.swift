import OnAirV4L2

extension V4L2CameraSnapshot {
    /// Exposure times are in units of 100 µs (V4L2_CID_EXPOSURE_ABSOLUTE).
    static let exposureUnit = 1e-4
    /// How far pictures may be enlarged where the camera has no zoom of its own.
    static let digitalZoomFactors = 1.0...4.0
    /// What a gain control without a unit is spread over: its least value is 1.
    static let nominalGains = 1.0...16.0
    /// FLASH_LED_MODE: none and torch.
    static let (lampOff, lampOn): (Int64, Int64) = (0, 2)

    /// What can be set by the named settings.
    var capabilities: CameraCapabilities {
        var can = CameraCapabilities()
        if adjustable(V4L2ControlID.focusAbsolute) != nil { can.lensPositions = 0...1 }
        can.focusModes = focusModes
        can.exposureModes = exposureModes
        if let time = adjustable(V4L2ControlID.exposureTime) {
            // A time of zero is none.
            let least = max(time.minimum, Int64(max(1, time.step)))
            if least < time.maximum {
                can.exposureDurations = Double(least) * Self.exposureUnit...Double(time.maximum) * Self.exposureUnit
            }
        }
        if let gain = gainControl { can.gains = Self.gains(of: gain) }
        if let bias = settable(V4L2ControlID.exposureBias) {
            let choices = bias.menu.compactMap { Double($0.name) }.map { $0 / 1000 }
            if let least = choices.min(), let most = choices.max(), least < most {
                can.exposureTargetBiases = least...most
            }
        }
        can.whiteBalanceModes = whiteBalanceModes
        if let temperature = adjustable(V4L2ControlID.whiteBalanceTemperature) {
            can.whiteBalanceTemperatures = Double(temperature.minimum)...Double(temperature.maximum)
        }
        if has(Self.lampOff, in: V4L2ControlID.flashMode), has(Self.lampOn, in: V4L2ControlID.flashMode) {
            can.torchModes = [.off, .on]
        }
        can.zoomFactors = zoomControl.map { 1...Double($0.maximum) / Double($0.minimum) } ?? Self.digitalZoomFactors
        if adjustable(V4L2ControlID.imageStabilization) != nil { can.stabilizationModes = [.off, .standard] }
        can.steps = steps
        return can
    }

    /// How far apart the values of the named settings are.
    private var steps: [CameraControl: Double] {
        var steps: [CameraControl: Double] = [:]
        func part(_ control: V4L2Control) -> Double {
            Double(max(1, control.step)) / Double(max(1, control.maximum - control.minimum))
        }
        if let focus = adjustable(V4L2ControlID.focusAbsolute) { steps[.lensPosition] = part(focus) }
        if let time = adjustable(V4L2ControlID.exposureTime) {
            steps[.exposureDuration] = Double(max(1, time.step)) * Self.exposureUnit
        }
        if let gain = gainControl {
            let range = Self.gains(of: gain)
            steps[.gain] = part(gain) * (range.upperBound - range.lowerBound)
        }
        if let temperature = adjustable(V4L2ControlID.whiteBalanceTemperature) {
            steps[.whiteBalanceTemperature] = Double(max(1, temperature.step))
        }
        if let lamp = adjustable(V4L2ControlID.torchIntensity) { steps[.torchLevel] = part(lamp) }
        if let zoom = zoomControl { steps[.videoZoomFactor] = Double(max(1, zoom.step)) / Double(zoom.minimum) }
        return steps
    }

    private var focusModes: Set<FocusMode> {
        var modes: Set<FocusMode> = []
        if settable(V4L2ControlID.focusAutomatic) != nil { modes = [.continuousAutoFocus, .locked] }
        if settable(V4L2ControlID.autoFocusStart) != nil { modes.formUnion([.autoFocus, .locked]) }
        if adjustable(V4L2ControlID.focusAbsolute) != nil { modes.insert(.locked) }
        return modes
    }

    private var exposureModes: Set<ExposureMode> {
        let menu = V4L2ExposureMenu(self)
        let hasGainSwitch = settable(V4L2ControlID.gainAutomatic) != nil
        var modes: Set<ExposureMode> = []
        if menu.automatic != nil || hasGainSwitch { modes.insert(.continuousAutoExposure) }
        // Without a switch, values that can be set always count.
        let hasValue = adjustable(V4L2ControlID.exposureTime) != nil || gainControl != nil
        if menu.manual != nil || hasGainSwitch || hasValue,
            settable(V4L2ControlID.autoExposure) == nil || menu.manual != nil
        {
            modes.formUnion([.custom, .locked])
        }
        return modes
    }

    private var whiteBalanceModes: Set<WhiteBalanceMode> {
        var modes: Set<WhiteBalanceMode> = []
        if settable(V4L2ControlID.whiteBalanceAutomatic) != nil { modes = [.continuousAutoWhiteBalance, .locked] }
        if settable(V4L2ControlID.doWhiteBalance) != nil { modes.formUnion([.autoWhiteBalance, .locked]) }
        if adjustable(V4L2ControlID.whiteBalanceTemperature) != nil { modes.insert(.locked) }
        return modes
    }

    /// The control that `CameraSettings.gain` is.
    var gainControl: V4L2Control? { adjustable(V4L2ControlID.gain) ?? adjustable(V4L2ControlID.analogueGain) }

    /// The control that the zoom factor is; nil where its unit is not known, and the zoom is digital. UVC gives focal
    /// lengths, whose least is the whole picture.
    var zoomControl: V4L2Control? {
        guard let zoom = adjustable(V4L2ControlID.zoomAbsolute), zoom.minimum > 0 else { return nil }
        return zoom
    }

    /// The factors of a gain control. V4L2 gives it no unit: where the least value is above zero it is taken for 1 and
    /// the others for multiples of it, else the range is spread over `nominalGains`.
    private static func gains(of control: V4L2Control) -> ClosedRange<Double> {
        control.minimum > 0 ? 1...Double(control.maximum) / Double(control.minimum) : nominalGains
    }

    static func gain(of value: Int64, _ control: V4L2Control) -> Double {
        if control.minimum > 0 { return Double(value) / Double(control.minimum) }
        let range = gains(of: control)
        return range.lowerBound + control.fraction(of: value) * (range.upperBound - range.lowerBound)
    }

    static func value(ofGain gain: Double, _ control: V4L2Control) -> Int64 {
        if control.minimum > 0 { return control.nearest(to: gain * Double(control.minimum)) }
        let range = gains(of: control)
        let fraction = (gain - range.lowerBound) / (range.upperBound - range.lowerBound)
        return control.nearest(to: Double(control.minimum) + fraction * Double(control.maximum - control.minimum))
    }
}
