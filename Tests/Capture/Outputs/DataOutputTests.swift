import Dispatch
import OnAirCapture
import OnAirMedia
import Testing

struct DataOutputTests {
    /// A running rig with a video and an audio output.
    private func running(
        _ script: (inout ScriptedCamera.Script) -> Void = { _ in }
    ) throws -> (CaptureRig, CaptureVideoDataOutput, CaptureAudioDataOutput) {
        let rig = CaptureRig(script)
        let (video, audio) = (CaptureVideoDataOutput(), CaptureAudioDataOutput())
        try rig.session.configure { session throws(CaptureError) in
            try session.addOutput(video)
            try session.addOutput(audio)
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(rig.camera)))
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(rig.microphone)))
        }
        rig.session.startRunning()
        return (rig, video, audio)
    }

    static let queues: [@Sendable () -> DispatchQueue] = [
        { DispatchQueue(label: "serial") }, { DispatchQueue(label: "concurrent", attributes: .concurrent) },
        { DispatchQueue.global() },
    ]

    @Test("Delivery is serial and in order on a serial, a concurrent and the global queue", arguments: queues.indices)
    func serial(index: Int) throws {
        let (rig, _, audio) = try running()
        let delegate = RecordingDelegate(isSlow: true)
        audio.setSampleBufferDelegate(delegate, queue: Self.queues[index]())
        // At once, faster than they can be taken: 150 blocks wait.
        rig.run(until: 1500)
        #expect(delegate.waitForCalls(150))
        #expect(delegate.calls == (0..<150).map { .audio(CaptureRig.time($0 * 10)) })
        #expect(delegate.overlapping == 0)
        #expect(audio.losses[.overrun] == 0)
    }

    @Test("A change of queue in full flow changes nothing about the order")
    func changedQueue() throws {
        let (rig, _, audio) = try running()
        let delegate = RecordingDelegate(isSlow: true)
        let queues = [DispatchQueue(label: "a"), DispatchQueue(label: "b", attributes: .concurrent)]
        for step in 1...15 {
            audio.setSampleBufferDelegate(delegate, queue: queues[step % 2])
            rig.run(until: Int64(step) * 100)
        }
        #expect(delegate.waitForCalls(150))
        #expect(delegate.calls == (0..<150).map { .audio(CaptureRig.time($0 * 10)) })
        #expect(delegate.overlapping == 0)
    }

    @Test("One delegate tells pictures from sound by the connection")
    func oneDelegate() throws {
        let (rig, video, audio) = try running()
        let (delegate, queue) = (RecordingDelegate(), DispatchQueue(label: "both"))
        video.setSampleBufferDelegate(delegate, queue: queue)
        audio.setSampleBufferDelegate(delegate, queue: queue)
        for step in 1...3 {
            rig.run(until: Int64(step) * 10)
            #expect(delegate.waitForCalls(step == 1 ? 2 : 1))
        }
        let size = PictureSize(width: 32, height: 16)
        #expect(
            delegate.calls.sorted { "\($0)" < "\($1)" } == [
                .audio(CaptureRig.time(0)), .audio(CaptureRig.time(10)), .audio(CaptureRig.time(20)),
                .video(CaptureRig.frame(0), size),
            ])
        #expect(delegate.overlapping == 0)
    }

    @Test("While the delegate is busy the newest picture waits and the older ones are told as late")
    func late() throws {
        let (rig, video, _) = try running()
        #expect(video.alwaysDiscardsLateVideoFrames)
        let delegate = RecordingDelegate(isHeld: true)
        video.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 10)
        #expect(delegate.waitForCalls(1))
        rig.runner.run(until: CaptureRig.frame(10))
        delegate.release(3)
        #expect(delegate.waitForCalls(2))
        let size = PictureSize(width: 32, height: 16)
        #expect(
            delegate.calls == [
                .video(CaptureRig.frame(0), size), .drop(.late, count: 9, first: CaptureRig.frame(1)),
                .video(CaptureRig.frame(10), size),
            ])
        #expect(video.losses[.late] == 9)
    }

    @Test("A delegate that wants late pictures gets the four that wait, and is told of those that found no room")
    func keepsLate() throws {
        let (rig, video, _) = try running()
        video.alwaysDiscardsLateVideoFrames = false
        let delegate = RecordingDelegate(isHeld: true)
        video.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 10)
        #expect(delegate.waitForCalls(1))
        rig.runner.run(until: CaptureRig.frame(10))
        delegate.release(6)
        #expect(delegate.waitForCalls(5))
        let size = PictureSize(width: 32, height: 16)
        #expect(
            delegate.calls == (0...4).map { .video(CaptureRig.frame($0), size) } + [
                .drop(.outOfBuffers, count: 6, first: CaptureRig.frame(5))
            ])
        #expect(video.losses[.poolEmpty] == 6)
    }

    @Test("Two seconds of sound wait for a busy delegate, and what finds no room then is told and counted")
    func overflow() throws {
        let (rig, _, audio) = try running()
        let delegate = RecordingDelegate(isHeld: true)
        audio.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 10)
        #expect(delegate.waitForCalls(1))
        rig.run(until: 3000)
        delegate.release(400)
        #expect(delegate.waitForCalls(201))
        rig.run(until: 3010)
        #expect(delegate.waitForCalls(1))
        let expected: [RecordingDelegate.Call] =
            (0...200).map { .audio(CaptureRig.time($0 * 10)) } + [
                .drop(.overflow, count: 99, first: CaptureRig.time(2010)), .audio(CaptureRig.time(3000)),
            ]
        #expect(delegate.calls == expected)
        #expect(audio.losses[.overrun] == 99)
    }

    @Test("Nothing is handed over once a removal has settled, and what waited is let go")
    func removed() async throws {
        let (rig, _, audio) = try running()
        let delegate = RecordingDelegate(isHeld: true)
        audio.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 1000)
        #expect(delegate.waitForCalls(1))
        rig.session.removeOutput(audio)
        async let settled: Int = {
            await rig.session.settled()
            return delegate.returns
        }()
        delegate.release(1000)
        // The call that had begun has returned by then.
        #expect(await settled == 1)
        rig.run(until: 2000)
        #expect(delegate.calls == [.audio(CaptureRig.time(0))])
        #expect(audio.losses[.overrun] == 0)
    }

    @Test("A stop lets go what waited, and the next start begins with new samples")
    func stopped() throws {
        let (rig, _, audio) = try running()
        let delegate = RecordingDelegate(isHeld: true)
        audio.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 1000)
        #expect(delegate.waitForCalls(1))
        rig.session.requestStop()
        rig.run(until: 1500)
        rig.session.startRunning()
        rig.run(until: 1520)
        delegate.release(1000)
        #expect(delegate.waitForCalls(2))
        #expect(
            delegate.calls == [
                .audio(CaptureRig.time(0)), .audio(CaptureRig.time(1500)), .audio(CaptureRig.time(1510)),
            ])
    }

    @Test("A delegate is held weakly, and none costs nothing")
    func weakDelegate() throws {
        let (rig, video, _) = try running()
        weak var gone: RecordingDelegate?
        func serve() {
            let delegate = RecordingDelegate()
            gone = delegate
            video.setSampleBufferDelegate(delegate, queue: .global())
            rig.run(until: 10)
            #expect(delegate.waitForCalls(1))
            video.setSampleBufferDelegate(nil, queue: nil)
            #expect(video.sampleBufferDelegate == nil && video.sampleBufferCallbackQueue == nil)
            rig.run(until: 1000)
            video.setSampleBufferDelegate(delegate, queue: .global())
        }
        serve()
        let deadline = MonotonicClock().now.advanced(byMilliseconds: 5000)
        while gone != nil, MonotonicClock().now < deadline {}
        #expect(gone == nil)
        rig.run(until: 2000)
        #expect(video.losses[.late] == 0 || video.sampleBufferDelegate == nil)
    }

    @Test("A delegate may take leave of its output while it is let go itself")
    func leavingDelegate() throws {
        final class Leaving: CaptureDataOutputDelegate {
            let output: CaptureAudioDataOutput
            let called = DispatchSemaphore(value: 0)
            let left: DispatchSemaphore
            init(_ output: CaptureAudioDataOutput, left: DispatchSemaphore) {
                (self.output, self.left) = (output, left)
            }
            deinit {
                output.setSampleBufferDelegate(nil, queue: nil)
                left.signal()
            }
            func captureOutput(
                _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
            ) { called.signal() }
        }
        let (rig, _, audio) = try running()
        let left = DispatchSemaphore(value: 0)
        for round in 1...20 {
            var delegate: Leaving? = Leaving(audio, left: left)
            audio.setSampleBufferDelegate(delegate, queue: .global())
            rig.run(until: Int64(round) * 100)
            delegate?.called.wait()
            delegate = nil
            #expect(left.wait(timeout: .now() + 10) == .success)
        }
    }

    @Test("A disabled connection hands nothing over, and the other medium goes on")
    func disabled() throws {
        let (rig, video, audio) = try running()
        let (pictures, sound) = (RecordingDelegate(), RecordingDelegate())
        video.setSampleBufferDelegate(pictures, queue: .global())
        audio.setSampleBufferDelegate(sound, queue: .global())
        video.connection(for: .video)?.isEnabled = false
        rig.run(until: 1000)
        #expect(sound.waitForCalls(100))
        #expect(pictures.calls.isEmpty)
    }

    // MARK: - Pictures as the connection asks for

    /// The mean luma of the quarter of `picture` at a column and row of a 4x4 grid.
    private static func luma(_ picture: Picture, _ column: Int, _ row: Int) -> Int {
        let size = picture.format.size
        return picture.withPlane(0) { plane in
            Int(plane.base[(row * size.height / 4 + 1) * plane.stride + column * size.width / 4 + 1])
        }
    }

    @Test(
        "Pictures come turned and mirrored as the connection asks for, and upright where the device stores them on their side",
        arguments: VideoOrientation.allCases, [false, true])
    func oriented(orientation: VideoOrientation, mirrored: Bool) throws {
        for stored in ImageOrientation.allCases {
            let (rig, video, _) = try running { $0.orientation = stored }
            let delegate = RecordingDelegate(keepsPictures: true)
            video.setSampleBufferDelegate(delegate, queue: .global())
            video.connection(for: .video)?.videoOrientation = orientation
            video.connection(for: .video)?.isVideoMirrored = mirrored
            rig.run(until: 10)
            #expect(delegate.waitForCalls(1))
            let picture = try #require(delegate.kept.first)
            // The truth: the marked corner followed by hand, first as the device stores it, then turned, then mirrored.
            let turn = orientation.turn
            let size = PictureSize(width: 32, height: 16)
            var corner = PictureRect(x: 0, y: 0, width: 8, height: 4).turned(stored, in: size)
            corner = corner.turned(turn, in: size.turned(stored))
            let final = size.turned(stored).turned(turn)
            if mirrored { corner.x = final.width - corner.maxX }
            #expect(picture.format.size == final)
            #expect(picture.orientation == .up)
            #expect(picture.captureTime == CaptureRig.frame(0))
            for row in 0..<4 {
                for column in 0..<4 {
                    let isMarked = column == corner.x * 4 / final.width && row == corner.y * 4 / final.height
                    #expect(Self.luma(picture, column, row) == (isMarked ? 235 : 16), "\(stored) \(column) \(row)")
                }
            }
        }
    }

    @Test("A picture that is right as it is passes without a copy, in the device's own pixel format")
    func uncopied() throws {
        let (rig, video, _) = try running { $0.pixels = .nv12 }
        let preview = CaptureVideoPreviewLayer(session: rig.session)
        let delegate = RecordingDelegate(keepsPictures: true)
        video.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 10)
        #expect(delegate.waitForCalls(1))
        let (handed, newest) = (try #require(delegate.kept.first), try #require(preview.newestPicture))
        #expect(handed.format.pixels == .nv12)
        #expect(handed.withPlane(0) { $0.base } == newest.withPlane(0) { $0.base })
    }

    @Test("Every picture is I420 where that is asked for")
    func converted() throws {
        let (rig, video, _) = try running { $0.pixels = .nv12 }
        video.pixels = .i420
        let delegate = RecordingDelegate(keepsPictures: true)
        video.setSampleBufferDelegate(delegate, queue: .global())
        rig.run(until: 10)
        #expect(delegate.waitForCalls(1))
        let picture = try #require(delegate.kept.first)
        #expect(picture.format.pixels == .i420)
        #expect(picture.format.color == .stream(for: picture.format.size))
        #expect(Self.luma(picture, 0, 0) == 235 && Self.luma(picture, 3, 3) == 16)
    }

    @Test("A delegate that keeps converted pictures is told when there are no more to convert into")
    func poolEmpty() throws {
        let (rig, video, _) = try running()
        video.connection(for: .video)?.videoOrientation = .landscapeLeft
        let delegate = RecordingDelegate(keepsPictures: true)
        video.setSampleBufferDelegate(delegate, queue: .global())
        for frame in 0..<10 {
            rig.runner.run(until: CaptureRig.frame(Int64(frame)))
            #expect(delegate.waitForCalls(1))
        }
        #expect(delegate.kept.count == 8)
        #expect(delegate.calls.last == .drop(.outOfBuffers, count: 1, first: CaptureRig.frame(9)))
        #expect(video.losses[.poolEmpty] == 2)
    }
}
