import Glibc
import OnAirCapture
import OnAirMedia
import OnAirV4L2
import Testing

struct V4L2CameraControlsTests {
    static func controls(_ played: PlayedControls) -> V4L2CameraControls {
        let node = played.node
        return V4L2CameraControls(name: "Cam") { () throws(CaptureError) in node }
    }

    private func refusal<Value>(_ body: () throws(CaptureError) -> Value) -> CaptureError? {
        do throws(CaptureError) { _ = try body() } catch { return error }
        return nil
    }

    // MARK: - The list

    @Test("The list has the names, ranges, menus and flags that v4l2-ctl shows")
    func list() throws {
        let list = Self.controls(.webcam()).controls
        #expect(
            list.map(\.name) == [
                "brightness", "white_balance_automatic", "gain", "power_line_frequency", "white_balance_temperature",
                "auto_exposure", "exposure_time_absolute", "focus_absolute", "focus_automatic_continuous",
                "zoom_absolute",
            ])
        let focus = try #require(list.first { $0.name == "focus_absolute" })
        #expect(focus.range == 0...250 && focus.step == 5 && focus.flags == .inactive)
        #expect(focus.inactiveReason == "focus_automatic_continuous is 1: set it to 0")
        let exposure = try #require(list.first { $0.name == "exposure_time_absolute" })
        #expect(exposure.unit == "100 µs" && exposure.value == .integer(156))
        #expect(exposure.inactiveReason == "auto_exposure is 3 (Aperture Priority Mode): set it to 1 (Manual Mode)")
        let mode = try #require(list.first { $0.name == "auto_exposure" })
        // 0 and 2 are holes.
        #expect(
            mode.menu == [.init(.integer(1), name: "Manual Mode"), .init(.integer(3), name: "Aperture Priority Mode")])
    }

    @Test("A control that stalls hides no other")
    func stall() {
        let whole = Self.controls(.webcam()).controls.map(\.name)
        for id: UInt32 in [0x0098_0900, 0x009a_0901, 0x009a_090d] {
            let played = PlayedControls.webcam()
            played.state.withLock { $0.stalled = [id] }
            let left = Self.controls(played).controls.map(\.name).filter { $0 != "digital_zoom" }
            #expect(left.count == whole.count - 1 && left.allSatisfy(whole.contains))
        }
    }

    @Test("A refused bitmask tells the bits that there are")
    func bits() {
        let played = PlayedControls.webcam()
        played.state.withLock {
            $0.controls[0x0098_f901] = .init(id: 0x0098_f901, name: "Bits", type: 8, maximum: 0x8010)
        }
        let controls = Self.controls(played)
        let error = refusal { () throws(CaptureError) in try controls.setControls([.init("bits", .integer(0x8001))]) }
        #expect(error?.advice == "Use bits of 0x8010.")
    }

    @Test("Controls of the driver's own behind the one that stalls are found too")
    func vendor() {
        let played = PlayedControls.webcam()
        played.state.withLock { state in
            state.stalled = [0x009a_0901]
            state.controls[0x0098_f900] = .init(id: 0x0098_f900, name: "LED1 Mode", type: 1, maximum: 3)
            state.controls[0x0a04_6d01] = .init(id: 0x0a04_6d01, name: "Raw bits", type: 1, maximum: 3)
        }
        let names = Self.controls(played).controls.map(\.name)
        #expect(names.contains("led1_mode") && names.contains("raw_bits") && names.contains("focus_absolute"))
    }

    @Test("A device that fails at everything is left alone after a few calls")
    func dead() {
        let played = PlayedControls.webcam()
        played.state.withLock { $0.stalled = Set($0.controls.keys) }
        #expect(Self.controls(played).controls.map(\.name) == ["digital_zoom"])
        #expect(played.state.withLock { $0.queries } < 150)
    }

    @Test("A control that cannot be read is there without a value, and the others have theirs")
    func unreadable() {
        let played = PlayedControls.webcam()
        played.state.withLock { $0.readErrors = [0x0098_0913: EIO] }
        let list = Self.controls(played).controls
        #expect(list.first { $0.name == "gain" }?.value == nil)
        #expect(list.filter { $0.value == nil }.count == 1)
    }

    @Test("Every kind is read and set: 64 bits, bits, text, buttons, integer menus")
    func kinds() throws {
        let played = PlayedControls([
            .init(id: 0x0098_f901, name: "Big", type: 5, minimum: -1 << 40, maximum: 1 << 40, value: 1 << 33),
            .init(id: 0x0098_f902, name: "Bits", type: 8, maximum: 0x8000_2A2A, standard: 0x8000_0002, value: 2),
            .init(id: 0x0098_f903, name: "Words", type: 7, minimum: 2, maximum: 8, text: "abc"),
            .init(id: 0x0098_f904, name: "Push", type: 4),
            .init(
                id: 0x0098_f905, name: "Numbers", type: 9, maximum: 3, value: 0,
                menu: [0: "1", 1: "25", 3: "4294967296"]),
            .init(id: 0x0098_f906, name: "Array", type: 0x0100, maximum: 3),
        ])
        let controls = Self.controls(played)
        let list = controls.controls
        #expect(list.map(\.name) == ["big", "bits", "words", "push", "numbers", "digital_zoom"])
        #expect(list[0].value == .integer(1 << 33) && list[2].value == .text("abc") && list[3].value == nil)
        #expect(list[4].menu.last == .init(.integer(3), name: "4294967296"))
        let done = try controls.setControls([
            .init("big", .integer(-5_000_000_000)), .init("bits", .integer(0x8000_0020)),
            .init("words", .text("hello")),
            .init("push", .integer(1)), .init("numbers", .integer(3)),
        ])
        #expect(done.allSatisfy { $0.isAsWanted })
        #expect(
            done.map(\.actual) == [.integer(-5_000_000_000), .integer(0x8000_0020), .text("hello"), nil, .integer(3)])
        // A bit that is none, a menu's hole, a text that is too short.
        for change: CaptureControlChange in [
            .init("bits", .integer(1)), .init("numbers", .integer(2)), .init("words", .text("x")),
            .init("big", .text("x")),
        ] {
            #expect(refusal { () throws(CaptureError) in try controls.setControls([change]) }?.kind == .refused)
        }
    }

    // MARK: - Setting by name

    @Test("A refusal names the control, the value and what it may be, and nothing is set")
    func refusals() throws {
        let played = PlayedControls.webcam()
        played.state.withLock { $0.controls[0x0098_0900]?.flags = 4 }
        let controls = Self.controls(played)
        let cases: [(CaptureControlChange, [String])] = [
            (.init("focus_absolut", .integer(1)), ["focus_absolut", "Did you mean focus_absolute?"]),
            (.init("gain", .integer(129)), ["gain", "129", "0…128"]),
            (.init("gain", .text("x")), ["gain", "x"]),
            (.init("zoom_absolute", .integer(99)), ["zoom_absolute", "99", "100…500"]),
            (.init("power_line_frequency", .integer(3)), ["power_line_frequency", "1 (50 Hz)"]),
            (.init("brightness", .integer(1)), ["brightness", "only be read"]),
            (.init("focus_absolute", .integer(100)), ["focus_absolute", "focus_automatic_continuous is 1"]),
        ]
        for (change, words) in cases {
            let error = refusal { () throws(CaptureError) in
                try controls.setControls(
                    [.init("zoom_absolute", .integer(200)), change].suffix(change.name == "zoom_absolute" ? 1 : 2))
            }
            #expect(error?.kind == .refused && error?.controlName == change.name)
            for word in words {
                #expect(error?.description.contains(word) == true, "\(word): \(String(describing: error))")
            }
        }
        let offStep = refusal { () throws(CaptureError) in
            try controls.setControls([
                .init("focus_automatic_continuous", .integer(0)), .init("focus_absolute", .integer(101)),
            ])
        }
        #expect(offStep?.description.contains("steps of 5") == true)
        #expect(played.state.withLock { $0.writes.isEmpty })
    }

    @Test("Automatic modes go off before the values they would set, whatever the order")
    func order() throws {
        let played = PlayedControls.webcam()
        let done = try Self.controls(played).setControls([
            .init("focus_absolute", .integer(120)), .init("exposure_time_absolute", .integer(300)),
            .init("auto_exposure", .text("manual mode")), .init("focus_automatic_continuous", .integer(0)),
        ])
        #expect(done.allSatisfy { $0.isAsWanted })
        let order = played.state.withLock { $0.writes.map(\.id) }
        #expect(order == [0x009a_0901, 0x009a_090c, 0x009a_090a, 0x009a_0902])
    }

    @Test("Turning automatic on and setting its value in one call is refused")
    func contradiction() {
        let played = PlayedControls.webcam()
        played.set(0x009a_090c, 0)
        let error = refusal { () throws(CaptureError) in
            try Self.controls(played).setControls([
                .init("focus_automatic_continuous", .integer(1)), .init("focus_absolute", .integer(100)),
            ])
        }
        #expect(error?.controlName == "focus_absolute" && played.value(0x009a_090c) == 0)
    }

    @Test("A failure half-way puts back what was set")
    func putBack() {
        let played = PlayedControls.webcam()
        played.state.withLock { $0.writeErrors = [0x0098_0913: EIO] }
        let error = refusal { () throws(CaptureError) in
            try Self.controls(played).setControls([
                .init("focus_automatic_continuous", .integer(0)), .init("focus_absolute", .integer(100)),
                .init("gain", .integer(3)),
            ])
        }
        #expect(error?.kind == .refused && error?.controlName == "gain")
        #expect(played.value(0x009a_090c) == 1 && played.value(0x009a_090a) == 0)
    }

    @Test("A driver that clamps or ignores is told")
    func deviation() throws {
        let played = PlayedControls.webcam()
        played.state.withLock { state in
            state.clamps = [0x0098_0913: 100]
            state.ignored = [0x0098_0918]
        }
        let done = try Self.controls(played).setControls([
            .init("gain", .integer(120)), .init("power_line_frequency", .integer(2)), .init("brightness", .integer(5)),
        ])
        #expect(done.map(\.isAsWanted) == [false, false, true])
        #expect(done.map(\.actual) == [.integer(100), .integer(1), .integer(5)])
    }

    @Test("Busy, gone and forbidden are three errors")
    func errors() {
        for (number, kind): (Int32, CaptureError.Kind) in [(EBUSY, .busy), (ENODEV, .lost), (EACCES, .refused)] {
            let played = PlayedControls.webcam()
            played.state.withLock { $0.writeErrors = [0x0098_0913: number] }
            let error = refusal { () throws(CaptureError) in
                try Self.controls(played).setControls([.init("gain", .integer(3))])
            }
            #expect(error?.kind == kind && error?.controlName == "gain")
        }
    }

    // MARK: - Named settings

    @Test("A webcam's capabilities are what its controls can do")
    func capabilities() {
        let can = Self.controls(.webcam()).capabilities
        #expect(can.focusModes == [.locked, .continuousAutoFocus] && can.lensPositions == 0...1)
        #expect(can.exposureModes == [.locked, .custom, .continuousAutoExposure])
        #expect(can.exposureDurations == 0.0001...1 && can.exposureTargetBiases == nil)
        #expect(can.whiteBalanceModes == [.locked, .continuousAutoWhiteBalance])
        #expect(can.whiteBalanceTemperatures == 2800...6500 && can.zoomFactors == 1...5)
        #expect(can.torchModes.isEmpty && can.stabilizationModes.isEmpty && !can.supportsFocusPointOfInterest)
    }

    @Test("The shortest distance is the greatest value of the lens")
    func lens() throws {
        let played = PlayedControls.webcam()
        let controls = Self.controls(played)
        var settings = controls.settings
        for (position, value): (Double, Int64) in [(0, 250), (1, 0), (0.5, 125), (0.3, 175)] {
            (settings.focusMode, settings.lensPosition) = (.locked, position)
            try controls.apply([.focusMode, .lensPosition], of: settings)
            #expect(played.value(0x009a_090a) == value && played.value(0x009a_090c) == 0)
            #expect(abs(controls.settings.lensPosition - position) <= 0.011)
        }
    }

    @Test("Exposure times are set in units of 100 µs, in the manual mode the menu has")
    func exposure() throws {
        let played = PlayedControls.webcam()
        let controls = Self.controls(played)
        var settings = controls.settings
        #expect(settings.exposureMode == .continuousAutoExposure && abs(settings.exposureDuration - 0.0156) < 1e-9)
        (settings.exposureMode, settings.exposureDuration, settings.gain) = (.custom, 0.01, 16)
        try controls.apply([.exposureMode, .exposureDuration, .gain], of: settings)
        #expect(played.value(0x009a_0901) == 1 && played.value(0x009a_0902) == 100 && played.value(0x0098_0913) == 128)
        #expect(controls.settings.exposureMode == .custom && controls.settings.gain == 16)
        settings.exposureMode = .locked
        try controls.apply([.exposureMode], of: settings)
        #expect(controls.settings.exposureMode == .locked && played.value(0x009a_0901) == 1)
        settings.exposureMode = .continuousAutoExposure
        try controls.apply([.exposureMode], of: settings)
        #expect(played.value(0x009a_0901) == 3)
    }

    @Test("Without a zoom of its own the middle of the picture is enlarged, and nothing is asked of the camera")
    func digitalZoom() throws {
        let played = PlayedControls([.init(id: 0x0098_0900, name: "Brightness", type: 1, maximum: 255)])
        let controls = Self.controls(played)
        #expect(controls.capabilities.zoomFactors == 1...4)
        var settings = controls.settings
        settings.videoZoomFactor = 2
        try controls.apply([.videoZoomFactor], of: settings)
        #expect(controls.fieldOfView == SensorRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        #expect(played.state.withLock { $0.writes.isEmpty })
        _ = try controls.setControls([.init("digital_zoom", .decimal(1))])
        #expect(controls.fieldOfView == .whole)
    }

    @Test("A camera that does not take a mode says so")
    func ignoredMode() {
        let played = PlayedControls.webcam()
        played.state.withLock { $0.ignored = [0x009a_090c] }
        let controls = Self.controls(played)
        var settings = controls.settings
        settings.focusMode = .locked
        let error = refusal { () throws(CaptureError) in try controls.apply([.focusMode], of: settings) }
        #expect(error?.kind == .refused && error?.control == .focusMode)
    }

    @Test("While the camera is gone its last settings are told, and setting is an error")
    func gone() {
        let played = PlayedControls.webcam()
        let controls = Self.controls(played)
        let (can, now) = (controls.capabilities, controls.settings)
        played.state.withLock { $0.isGone = true }
        #expect(controls.capabilities == can && controls.settings == now && controls.controls.isEmpty)
        #expect(
            refusal { () throws(CaptureError) in try controls.apply([.focusMode], of: now) }?.kind == .lost)
    }
}
