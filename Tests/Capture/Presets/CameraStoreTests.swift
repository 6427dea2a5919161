import Foundation
import OnAirCapture
import OnAirMedia
import Testing

struct CameraStoreTests {
    private func withStore(_ body: (CameraStore, URL) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "onair-cameras-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try await body(CameraStore(root: root.path), root)
    }

    private func failure<Value>(_ body: () throws(CaptureError) -> Value) -> CaptureError? {
        do throws(CaptureError) { _ = try body() } catch { return error }
        return nil
    }

    @Test("What is saved is what is read, whatever the names and values")
    func roundTrip() async throws {
        try await withStore { store, _ in
            let values = [
                "0", "-3.5", "a b", " lead", "x # y", "\"quoted\"", "back\\slash", "line\nline", "tab\t", "é",
            ]
            let preset = CameraPreset(
                values.enumerated().map { .init("control_\($0.offset)", $0.element, note: "n\no") })
            for id in ["v4l2:usb-OnAir/..", "..", "/", "a%2Fb", String(repeating: "ü", count: 300)] {
                for name in ["desk", "..", "a/b", ".hidden", "späť", "%41"] {
                    try store.save(preset, named: name, of: id, deviceName: "Cam\nera")
                    #expect(try store.preset(named: name, of: id) == preset)
                }
                #expect(try store.presets(of: id) == ["desk", "..", "a/b", ".hidden", "späť", "%41"].sorted())
                try store.deletePreset(named: "..", of: id)
                #expect(try store.presets(of: id).count == 5)
            }
            #expect(try store.presets(of: "other").isEmpty)
        }
    }

    @Test("No file is ever outside its folder, and no two names share one")
    func places() async throws {
        try await withStore { store, root in
            for name in ["..", "../../x", "A", "a", "a.b", "a%2eb"] {
                try store.save(CameraPreset([.init("x", name)]), named: name, of: "../..", deviceName: "")
            }
            for name in ["..", "../../x", "A", "a", "a.b", "a%2eb"] {
                #expect(try store.preset(named: name, of: "../..").entries == [.init("x", name)])
            }
            let files = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
            #expect(files.filter { $0.hasSuffix(".preset") }.count == 6)
            #expect(!files.contains { $0.contains(".draft") })
        }
    }

    @Test("A file that cannot be understood is an error with its line, and stays as it is")
    func broken() async throws {
        try await withStore { store, root in
            try store.save(CameraPreset([.init("gain", "3")]), named: "desk", of: "cam", deviceName: "Cam")
            let file = root.appending(path: "cam/presets/desk.preset")
            for (text, line) in [
                ("# x\ngain = 3\nnonsense\n", 3), ("gain =\n", 1), ("gain = \"3\n", 1), ("a b = 1", 1),
                ("\n\ngain = 1\ngain = 2", 4), ("\r\ngain = \"\\q\"", 2),
            ] {
                try text.write(to: file, atomically: true, encoding: .utf8)
                let error = failure { () throws(CaptureError) in try store.preset(named: "desk", of: "cam") }
                #expect(error?.kind == .unusable && error?.message.contains("Line \(line) ") == true, "\(text)")
                #expect(try String(contentsOf: file, encoding: .utf8) == text)
            }
        }
    }

    @Test("A preset that is not there names those that are")
    func missing() async throws {
        try await withStore { store, _ in
            try store.save(CameraPreset(), named: "desk", of: "cam", deviceName: "Cam")
            let error = failure { () throws(CaptureError) in try store.preset(named: "dsek", of: "cam") }
            #expect(error?.kind == .missing && error?.advice == "Did you mean desk?")
            for name in ["", String(repeating: "x", count: 61), "a\nb"] {
                #expect(
                    failure { () throws(CaptureError) in try store.preset(named: name, of: "cam") }?.kind == .refused)
            }
        }
    }

    @Test("The user's word on which way a camera looks counts more than the camera's")
    func position() async throws {
        try await withStore { store, root in
            let camera = ScriptedCamera("cam", position: .front)
            let device = CaptureDevice(camera, store: store)
            #expect(device.position == .front)
            try device.setPosition(.back)
            #expect(device.position == .back && CaptureDevice(camera, store: store).position == .back)
            let file = root.appending(path: "cam/camera.conf")
            try "position = back\nother = 1\n".write(to: file, atomically: true, encoding: .utf8)
            try device.setPosition(nil)
            #expect(device.position == .front)
            #expect(try String(contentsOf: file, encoding: .utf8).contains("other = 1"))
            try "position = up\n".write(to: file, atomically: true, encoding: .utf8)
            #expect(device.position == .front)
            #expect(failure { () throws(CaptureError) in try store.position(of: "cam") }?.kind == .unusable)
        }
    }

    @Test("A preset is set as a whole or not at all, but for controls that are gone")
    func loading() async throws {
        try await withStore { store, _ in
            let camera = CaptureDeviceConfigureTests.ableCamera()
            let device = CaptureDevice(camera, store: store)
            try await device.savePreset(
                named: "desk",
                with: [.init("focusMode", .text("locked")), .init("lensPosition", .decimal(0.25))])
            #expect(device.settings.lensPosition != 0.25)
            let done = try await device.loadPreset(named: "desk")
            #expect(done.missing.isEmpty && device.settings.lensPosition == 0.25)
            var preset = try device.preset(named: "desk")
            preset.entries.append(.init("pan_absolute", "3"))
            try store.save(preset, named: "more", of: device.uniqueID, deviceName: "")
            #expect(try await device.loadPreset(named: "more").missing == ["pan_absolute"])
            try await device.setControls([.init("lensPosition", .decimal(1))])
            preset.entries.append(.init("gain", "99"))
            try store.save(preset, named: "wrong", of: device.uniqueID, deviceName: "")
            await #expect(throws: CaptureError.self) { try await device.loadPreset(named: "wrong") }
            #expect(device.settings.lensPosition == 1)
        }
    }

    @Test("What a preset is given in one language is not undone in the other")
    func languages() async throws {
        try await withStore { store, _ in
            let played = PlayedControls.webcam()
            let device = CaptureDevice(PlayedCamera(played), store: store)
            try await device.savePreset(
                named: "studio",
                with: [
                    .init("focusMode", .text("locked")), .init("lensPosition", .decimal(0.3)),
                    .init("exposureMode", .text("custom")), .init("exposureDuration", .decimal(0.01)),
                ])
            let names = try device.preset(named: "studio").entries.map(\.name)
            #expect(names.filter { $0.hasPrefix("focus") } == ["focusMode"])
            #expect(!names.contains("auto_exposure") && names.contains("power_line_frequency"))
            let done = try await device.loadPreset(named: "studio")
            #expect(done.controls.filter { !$0.isAsWanted }.isEmpty)
            // focus_automatic_continuous, focus_absolute, auto_exposure, exposure_time_absolute.
            let values = [0x009a_090c, 0x009a_090a, 0x009a_0901, 0x009a_0902].map { played.value($0) }
            #expect(values == [0, 175, 1, 100])

            // A value alone keeps the mode that it counts in, so that it can be set after a reset.
            try await device.savePreset(named: "near", with: [.init("lensPosition", .decimal(0.1))])
            try await device.resetControls()
            #expect(played.value(0x009a_090c) == 1)
            try await device.loadPreset(named: "near")
            #expect(played.value(0x009a_090c) == 0 && played.value(0x009a_090a) == 225)
        }
    }

    @Test("A camera that takes the nearest value it has does as it was told")
    func nearest() async throws {
        try await withStore { store, _ in
            let device = CaptureDevice(PlayedCamera(.webcam()), store: store)
            let outcomes = try await device.setControls([
                .init("focusMode", .text("locked")), .init("lensPosition", .decimal(0.333)),
                .init("whiteBalanceMode", .text("locked")), .init("whiteBalanceTemperature", .decimal(4604)),
            ])
            #expect(outcomes.count == 4 && outcomes.filter { !$0.isAsWanted }.isEmpty)
            let far = CaptureControlOutcome(
                "lensPosition", wanted: .decimal(0.3), actual: .decimal(0.5), step: 0.02)
            #expect(!far.isAsWanted)
        }
    }
}
