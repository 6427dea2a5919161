import OnAirCapture
import OnAirMedia
import Testing

@Suite("Automatic focus, exposure and white balance of the simulated camera")
struct CameraAutomaticsTests {
    /// What is at these points of the back camera's scene, and its depth.
    private static let far = SensorPoint(x: 0.05, y: 0.25)
    private static let near = SensorPoint(x: 0.92, y: 0.85)

    /// Lets `seconds` pass at `rate` pictures per second; returns the settings after each.
    private func run(
        _ camera: inout CameraAutomatics, from start: Double, seconds: Double, rate: Int64 = 60
    ) -> [(time: Double, settings: CameraSettings)] {
        (0...Int64(seconds * Double(rate))).map { frame in
            let time = MediaTime(value: Int64(start * Double(rate)) + frame, timescale: rate)
            camera.advance(to: time)
            return (time.seconds - start, camera.settings)
        }
    }

    private func changed(_ camera: inout CameraAutomatics, _ change: (inout CameraSettings) -> Void) {
        var settings = camera.settings
        change(&settings)
        camera.apply(settings)
    }

    @Test("While nothing changes nothing moves", arguments: [StudioMeter.front, .back])
    func calm(meter: StudioMeter) {
        var camera = CameraAutomatics(meter: meter)
        let delivered = camera.settings
        #expect(delivered.focusMode == .continuousAutoFocus)
        #expect(delivered.exposureMode == .continuousAutoExposure)
        #expect(delivered.exposureDuration == 1.0 / 60 && delivered.gain == 1)
        #expect(delivered.whiteBalanceTemperature == meter.ambientTemperature)
        for second in 0..<Int64(600) { camera.advance(to: MediaTime(value: second, timescale: 1)) }
        #expect(camera.settings == delivered)
        let optics = camera.optics(at: .zero, shake: 0)
        #expect(optics.exposure == 1 && optics.gain == 1 && optics.cast == SIMD3(1, 1, 1) && optics.shift == .zero)
    }

    @Test("Autofocus sweeps past, comes back, settles within a second and locks", arguments: [far, near])
    func autoFocus(point: SensorPoint) {
        var camera = CameraAutomatics(meter: .back)
        _ = run(&camera, from: 0, seconds: 1)
        let goal = StudioMeter.back.depth(at: point)
        let start = camera.settings.lensPosition
        #expect(abs(goal - start) > 0.2)
        changed(&camera) { ($0.focusMode, $0.focusPointOfInterest) = (.autoFocus, point) }
        #expect(camera.settings.lensPosition == start)
        let all = run(&camera, from: 1, seconds: 2)
        let passed = all.map { ($0.settings.lensPosition - goal) * (goal > start ? 1 : -1) }
        #expect(passed.max() ?? 0 > 0.04)
        let locked = all.first { $0.settings.focusMode == .locked }
        #expect((0.4...1.0).contains(locked?.time ?? 9))
        #expect(all.last?.settings.lensPosition == goal)
        #expect(all.allSatisfy { (0...1).contains($0.settings.lensPosition) })
        #expect(all[3].settings.focusMode == .autoFocus)
        // From there on the scene may change: it stays.
        changed(&camera) { $0.focusPointOfInterest = SensorPoint(x: 0.5, y: 0.2) }
        #expect(run(&camera, from: 3, seconds: 2).last?.settings.lensPosition == goal)
    }

    @Test("Focused already, autofocus still looks around, and comes back")
    func refocus() {
        var camera = CameraAutomatics(meter: .back)
        _ = run(&camera, from: 0, seconds: 1)
        let start = camera.settings.lensPosition
        changed(&camera) { $0.focusMode = .autoFocus }
        let all = run(&camera, from: 1, seconds: 1.5)
        #expect(all.contains { abs($0.settings.lensPosition - start) > 0.1 })
        #expect(all.last?.settings.lensPosition == start)
        #expect(all.last?.settings.focusMode == .locked)
    }

    @Test("Continuous focus follows a new point after a moment, and stays continuous")
    func continuousFocus() {
        var camera = CameraAutomatics(meter: .back)
        _ = run(&camera, from: 0, seconds: 1)
        let start = camera.settings.lensPosition
        changed(&camera) { $0.focusPointOfInterest = Self.far }
        let all = run(&camera, from: 1, seconds: 2)
        #expect(all.filter { $0.time < 0.12 }.allSatisfy { $0.settings.lensPosition == start })
        #expect(all.last?.settings.lensPosition == StudioMeter.back.depth(at: Self.far))
        #expect(all.last?.settings.focusMode == .continuousAutoFocus)
    }

    @Test("A locked lens is where it was put, and changes of other settings leave it there")
    func lockedFocus() {
        var camera = CameraAutomatics(meter: .back)
        changed(&camera) { ($0.focusMode, $0.lensPosition) = (.locked, 0.31) }
        #expect(camera.settings.lensPosition == 0.31)
        changed(&camera) { $0.videoZoomFactor = 2 }
        #expect(run(&camera, from: 0, seconds: 3).last?.settings.lensPosition == 0.31)
        #expect(camera.optics(at: .zero, shake: 0).lensPosition == 0.31)
    }

    @Test(
        "After the torch comes on, exposure goes down past its goal and settles on the old brightness",
        arguments: [24, 30, 60])
    func torchExposure(rate: Int64) {
        var camera = CameraAutomatics(meter: .back)
        _ = run(&camera, from: 0, seconds: 1, rate: rate)
        changed(&camera) { $0.torchMode = .on }
        let meter = StudioMeter.back
        let light = meter.luminance(at: nil, ambient: 1, torch: 1)
        #expect(light > meter.target * 1.2)
        let all = run(&camera, from: 1, seconds: 3, rate: rate)
        let exposures = all.map { $0.settings.exposureDuration * 60 * $0.settings.gain }
        #expect(exposures[1] == 1)
        let goal = meter.target / light
        #expect(abs((exposures.last ?? 0) / goal - 1) < 1e-9)
        #expect(exposures.min() ?? 1 < goal * 0.99)
        let settled = all.last { abs($0.settings.exposureDuration * 60 / goal - 1) > 0.02 }
        #expect(settled?.time ?? 0 < 1.2)
        #expect(camera.settings.exposureMode == .continuousAutoExposure)
    }

    @Test("Every rate gives the same settings at the same times")
    func rateIndependent() {
        let ends = ([5, 25, 30, 60] as [Int64]).map { rate -> CameraSettings in
            var camera = CameraAutomatics(meter: .back)
            _ = run(&camera, from: 0, seconds: 1, rate: rate)
            changed(&camera) {
                ($0.torchMode, $0.focusMode, $0.focusPointOfInterest) = (.on, .autoFocus, Self.near)
            }
            return run(&camera, from: 1, seconds: 0.4, rate: rate).last?.settings ?? CameraSettings()
        }
        #expect(Set(ends).count == 1)
    }

    @Test("One-shot exposure and white balance lock once they have settled, and then ignore the torch")
    func oneShot() {
        var camera = CameraAutomatics(meter: .back)
        changed(&camera) {
            ($0.exposureMode, $0.exposurePointOfInterest) = (.autoExpose, SensorPoint(x: 0.8, y: 0.25))
            $0.whiteBalanceMode = .autoWhiteBalance
        }
        #expect(camera.settings.exposureMode == .autoExpose)
        let all = run(&camera, from: 0, seconds: 3)
        let locked = all.first { $0.settings.exposureMode == .locked }
        #expect((0.05...2).contains(locked?.time ?? 9))
        #expect(all.last?.settings.whiteBalanceMode == .locked)
        let settled = camera.settings
        // The window is bright: metered there, the picture is darker than metered as a whole.
        #expect(settled.exposureDuration < 1.0 / 60)
        changed(&camera) { $0.torchMode = .on }
        let after = run(&camera, from: 3, seconds: 2).last?.settings
        #expect(after?.exposureDuration == settled.exposureDuration && after?.gain == settled.gain)
        #expect(after?.whiteBalanceTemperature == settled.whiteBalanceTemperature)
    }

    @Test("Custom exposure is what is set; bias is in EV; in the dark gain comes after time")
    func exposureValues() {
        var camera = CameraAutomatics(meter: .front)
        changed(&camera) { ($0.exposureMode, $0.exposureDuration, $0.gain) = (.custom, 1.0 / 250, 4) }
        _ = run(&camera, from: 0, seconds: 2)
        #expect(camera.settings.exposureDuration == 1.0 / 250 && camera.settings.gain == 4)
        #expect(abs(camera.optics(at: .zero, shake: 0).exposure - 60.0 / 250 * 4) < 1e-12)
        changed(&camera) { ($0.exposureMode, $0.exposureTargetBias) = (.continuousAutoExposure, 1) }
        _ = run(&camera, from: 2, seconds: 3)
        #expect(abs(camera.settings.exposureDuration * 60 * camera.settings.gain - 2) < 1e-6)
        #expect(camera.settings.gain < 1.001)
        changed(&camera) { $0.exposureTargetBias = 0 }
        camera.ambientLight = 0.1
        _ = run(&camera, from: 5, seconds: 3)
        #expect(abs(camera.settings.exposureDuration - 1.0 / 30) < 1e-9)
        #expect(abs(camera.settings.gain - 5) < 0.01)
    }

    @Test("White balance follows the torch's colder light, and locked it stays")
    func balance() {
        var camera = CameraAutomatics(meter: .back)
        changed(&camera) { $0.torchMode = .on }
        let all = run(&camera, from: 0, seconds: 3)
        let goal = StudioMeter.back.temperature(ambient: 1, torch: 1)
        #expect(goal > StudioMeter.back.ambientTemperature && goal < StudioLight.torchTemperature)
        #expect(all[2].settings.whiteBalanceTemperature == StudioMeter.back.ambientTemperature)
        #expect(abs(camera.settings.whiteBalanceTemperature - goal) < 1)
        #expect(camera.optics(at: .zero, shake: 0).cast == SIMD3(1, 1, 1))
        changed(&camera) { ($0.whiteBalanceMode, $0.whiteBalanceTemperature) = (.locked, 3000) }
        #expect(run(&camera, from: 3, seconds: 2).last?.settings.whiteBalanceTemperature == 3000)
        #expect(camera.optics(at: .zero, shake: 0).cast.z > 1.1)
    }

    @Test("The torch lights by itself only in the dark")
    func autoTorch() {
        var camera = CameraAutomatics(meter: .back)
        changed(&camera) { ($0.torchMode, $0.torchLevel) = (.auto, 0.5) }
        #expect(camera.torchLight == 0)
        camera.ambientLight = 0.1
        #expect(camera.torchLight == 0.5)
    }

    @Test("Stabilisation leaves a fifth of the tremor")
    func stabilisation() {
        var camera = CameraAutomatics(meter: .back)
        let time = MediaTime.milliseconds(700)
        let free = camera.optics(at: time, shake: 0.02).shift
        changed(&camera) { $0.videoStabilizationMode = .standard }
        let steadied = camera.optics(at: time, shake: 0.02).shift
        #expect(abs(steadied.x - free.x / 5) < 1e-12 && abs(steadied.y - free.y / 5) < 1e-12 && free.x != 0)
    }
}
