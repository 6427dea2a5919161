import Dispatch
import OnAirCapture
import OnAirMedia
import Testing

@Suite("A source that loses samples by itself")
struct CaptureSessionLossTests {
    private static let end = 150

    /// Runs picture by picture; each picture is one call of the delegate.
    private func run(_ rig: SimulatedRig, _ delegate: RecordingDelegate, _ frames: Range<Int>) {
        for frame in frames {
            rig.runner.run(until: CaptureRig.frame(Int64(frame)))
            #expect(delegate.waitForCalls(1))
        }
    }

    private func lost(_ delegate: RecordingDelegate, _ reason: CaptureDrop.Reason) -> Int {
        delegate.calls.reduce(0) { sum, call in
            if case .drop(reason, let count, _) = call { sum + count } else { sum }
        }
    }

    @Test("A delegate that keeps every picture is told what the camera has no room for; nothing is interrupted")
    func keptPictures() throws {
        let rig = try SimulatedRig()
        let (video, delegate) = (CaptureVideoDataOutput(), RecordingDelegate(keepsPictures: true))
        try rig.session.addOutput(video)
        let reader = video.sampleBuffers()
        video.setSampleBufferDelegate(delegate, queue: nil)
        // Five seconds: more than twice the time after which a silent camera counts as lost.
        run(rig, delegate, 0..<Self.end)
        #expect((8...16).contains(delegate.kept.count))
        #expect(lost(delegate, .outOfBuffers) == Self.end - delegate.kept.count)
        #expect(video.losses[.poolEmpty] == Int64(Self.end - delegate.kept.count))
        #expect(reader.losses[.poolEmpty] == video.losses[.poolEmpty])
        #expect(rig.ledgers.pictures[.poolEmpty] == video.losses[.poolEmpty])
        #expect(rig.told.isEmpty && !rig.session.isInterrupted)

        // With the memory back the pictures are back, from the same source.
        let before = rig.pictures.count
        delegate.letGo()
        run(rig, delegate, Self.end..<Self.end + 8)
        #expect(rig.pictures.count >= before + 6)
        #expect(rig.told.isEmpty)
    }

    @Test("A delegate is told of damaged pictures as unusable, and its output counts them")
    func damagedPictures() throws {
        let rig = try SimulatedRig("corrupt@1-5")
        let (video, delegate) = (CaptureVideoDataOutput(), RecordingDelegate())
        try rig.session.addOutput(video)
        video.setSampleBufferDelegate(delegate, queue: nil)
        run(rig, delegate, 0..<Self.end)
        #expect(lost(delegate, .unusable) == 120)
        #expect(video.losses[.corrupt] == 120 && video.losses[.late] == 0)
        #expect(rig.told.isEmpty)
    }

    @Test("A delegate that is slow besides hears of each loss once, and of the newest picture")
    func slowDelegate() throws {
        let rig = try SimulatedRig("corrupt@1-2,corrupt@3-4")
        let (video, delegate) = (CaptureVideoDataOutput(), RecordingDelegate(isHeld: true))
        try rig.session.addOutput(video)
        video.setSampleBufferDelegate(delegate, queue: nil)
        rig.runner.run(until: CaptureRig.frame(0))
        #expect(delegate.waitForCalls(1))
        rig.run(until: 5000)
        delegate.release(8)
        #expect(delegate.waitForCalls(3))
        #expect(lost(delegate, .unusable) == 60 && lost(delegate, .late) == 89)
        guard case .video(CaptureRig.frame(150), _)? = delegate.calls.last else {
            Issue.record("the newest picture is missing")
            return
        }
        #expect(delegate.calls.count == 4)
    }
}
