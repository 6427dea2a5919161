import OnAirCapture
import OnAirMedia
import Testing

@Suite("Tap to focus on the simulated back camera")
struct SimulatedTapTests {
    @Test(
        "Two taps at different depths: the lens goes to each, and focus and exposure lock each time within two seconds")
    func taps() async throws {
        let rig = try SimulatedRig()
        rig.run(until: 1000)
        var now: Int64 = 1000
        // Two marks whose depths differ, and the first again: it starts anew although nothing is set otherwise.
        let marks = StudioMark.all(.back)
        let (far, near) = (
            try #require(marks.max { $0.depth < $1.depth }), try #require(marks.min { $0.depth < $1.depth })
        )
        #expect(far.depth - near.depth > 0.5)
        for mark in [far, near, far, far] {
            let result = try await rig.camera.focusAndExpose(at: mark.point)
            #expect(result == TapToFocusResult(focus: .atPoint, exposure: .atPoint))
            #expect(rig.camera.settings.focusMode == .autoFocus && rig.camera.settings.exposureMode == .autoExpose)
            var positions: [Double] = []
            let end = now + 2000
            while now < end {
                now += 40
                rig.run(until: now)
                positions.append(rig.camera.settings.lensPosition)
            }
            #expect(rig.camera.settings.focusMode == .locked && rig.camera.settings.exposureMode == .locked)
            #expect(rig.camera.settings.lensPosition == StudioMeter.back.depth(at: mark.point))
            #expect(rig.camera.settings.lensPosition == mark.depth)
            // It has looked around, also where it was right already.
            #expect((positions.max() ?? 0) - (positions.min() ?? 0) > 0.1)
        }
        #expect(rig.told.isEmpty && rig.probe.longestPictureGap == 33)
    }

    @Test("A tap while the last one's run goes on starts it again, at the same point too; other settings do not")
    func tapAgain() async throws {
        let rig = try SimulatedRig()
        rig.run(until: 1000)
        let point = StudioMark.all(.back)[0].point
        try await rig.camera.focusAndExpose(at: point)
        rig.run(until: 1400)
        #expect(rig.camera.settings.focusMode == .autoFocus)
        try await rig.camera.focusAndExpose(at: point)
        try await rig.camera.configure { $0.videoZoomFactor = 1.5 }
        // A run takes two thirds of a second: the first would be over by now, the second just not.
        rig.run(until: 2000)
        #expect(rig.camera.settings.focusMode == .autoFocus)
        try await rig.camera.configure { $0.videoZoomFactor = 2 }
        rig.run(until: 2200)
        #expect(rig.camera.settings.focusMode == .locked)
    }
}
