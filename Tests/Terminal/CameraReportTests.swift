import Foundation
import OnAirTerminal
import Testing

struct CameraReportTests {
    private static var camera: CameraSheet {
        var camera = CameraSheet(id: "v4l2:cam", name: "Cam", position: "back")
        camera.isPositionSet = true
        var focus = CameraSheet.Control(name: "focus_absolute", label: "Focus, Absolute", kind: "integer")
        (focus.value, focus.range, focus.step, focus.standard) = (.integer(120), 0...250, 5, .integer(0))
        focus.flags = ["inactive"]
        focus.inactiveReason = "focus_automatic_continuous is 1: set it to 0"
        var mode = CameraSheet.Control(name: "auto_exposure", label: "Auto Exposure", kind: "menu")
        mode.menu = [.init(.integer(1), name: "Manual Mode"), .init(.integer(3), name: "Aperture Priority Mode")]
        (mode.value, mode.standard) = (.integer(3), .integer(3))
        var time = CameraSheet.Control(name: "exposure_time_absolute", label: "Exposure", kind: "integer")
        (time.value, time.range, time.step, time.unit) = (.integer(156), 1...10000, 1, "100 µs")
        camera.controls = [focus, mode, time]
        var zoom = CameraSheet.Control(name: "videoZoomFactor", label: "Zoom Factor", kind: "decimal")
        (zoom.value, zoom.range) = (.decimal(1.5), 1...4)
        camera.settings = [zoom]
        camera.presets = ["desk"]
        return camera
    }

    @Test("A camera is shown in columns, with why a control counts for nothing")
    func show() {
        #expect(
            CameraReport.show(Self.camera, columns: nil, isColored: false) == """
                v4l2:cam  Cam, back (as you said)

                Controls of the driver
                  focus_absolute          120 (0…250 in steps of 5; default 0)
                                          counts for nothing while focus_automatic_continuous is 1: set it to 0
                  auto_exposure           3 = Aperture Priority Mode (1 = Manual Mode, 3 = Aperture Priority Mode; default 3)
                  exposure_time_absolute  156 × 100 µs (1…10000)

                Settings
                  videoZoomFactor  1.5 (1…4)

                Presets
                  desk

                """)
        for line in CameraReport.show(Self.camera, columns: 60, isColored: false).split(separator: "\n") {
            #expect(line.count <= 60, "\(line)")
        }
    }

    @Test("The document has every member")
    func json() throws {
        let object = try JSONSerialization.jsonObject(with: Data(CameraReport.json(Self.camera).utf8))
        let camera = try #require(object as? [String: Any])
        let controls = try #require(camera["controls"] as? [[String: Any]])
        #expect(
            controls.map { $0["name"] as? String } == ["focus_absolute", "auto_exposure", "exposure_time_absolute"])
        #expect(controls[0]["value"] as? Int == 120 && controls[0]["maximum"] as? Double == 250)
        #expect((controls[1]["menu"] as? [[String: Any]])?.count == 2 && camera["presets"] as? [String] == ["desk"])
        #expect((camera["settings"] as? [[String: Any]])?.first?["value"] as? Double == 1.5)
    }

    @Test("What a camera made of a value is told, and is no success")
    func outcome() {
        let good = CameraOutcome(
            id: "x", controls: [.init(name: "gain", wanted: .integer(3), actual: .integer(3))], isTemporary: true)
        #expect(good.exitCode == .success && CameraReport.outcome(good).contains("gain = 3\n"))
        #expect(CameraReport.outcome(good).contains("preset save"))
        let clamped = CameraOutcome(
            id: "x", controls: [.init(name: "gain", wanted: .integer(3), actual: .integer(2))],
            missing: ["pan_absolute"])
        #expect(clamped.exitCode == .settings)
        #expect(CameraReport.outcome(clamped).contains("made it 2 instead of 3"))
        #expect(CameraReport.outcome(clamped).contains("pan_absolute: the camera has no such control"))
    }
}
