import OnAirCapture
import OnAirMedia
import Testing

struct SampleSequenceTests {
    private func running() throws -> (CaptureRig, CaptureVideoDataOutput, CaptureAudioDataOutput) {
        let rig = CaptureRig()
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

    @Test("Every reader gets all the sound by itself, from when it began")
    func readers() async throws {
        let (rig, _, audio) = try running()
        let first = audio.sampleBuffers()
        rig.run(until: 500)
        let second = audio.sampleBuffers()
        rig.run(until: 1000)
        var times: [HostTime] = []
        for await sample in first {
            times.append(sample.captureTime)
            if times.count == 100 { break }
        }
        #expect(times == (0..<100).map { CaptureRig.time($0 * 10) })
        for await sample in second {
            #expect(sample.captureTime == CaptureRig.time(500))
            #expect(sample.mediaType == .audio && sample.sound?.sampleCount == 480)
            break
        }
        #expect(first.losses[.overrun] == 0)
    }

    @Test("A reader that is too slow for sound loses what comes after two seconds, and can count it")
    func slowSound() async throws {
        let (rig, _, audio) = try running()
        let samples = audio.sampleBuffers()
        rig.run(until: 3000)
        #expect(samples.losses[.overrun] == 100)
        var count = 0
        for await sample in samples {
            #expect(sample.captureTime == CaptureRig.time(Int64(count) * 10))
            count += 1
            if count == 200 { break }
        }
    }

    @Test("A reader that is too slow for pictures gets the newest")
    func slowPictures() async throws {
        let (rig, video, _) = try running()
        let samples = video.sampleBuffers()
        rig.runner.run(until: CaptureRig.frame(20))
        for await sample in samples {
            #expect(sample.captureTime == CaptureRig.frame(20))
            break
        }
        #expect(samples.losses[.late] == 20)
        #expect(video.losses[.late] == 0)
    }

    @Test("Readers get pictures turned as the connection asks for")
    func turned() async throws {
        let (rig, video, _) = try running()
        video.connection(for: .video)?.videoOrientation = .portrait
        let samples = video.sampleBuffers()
        rig.run(until: 10)
        for await sample in samples {
            #expect(sample.picture?.format.size == PictureSize(width: 16, height: 32))
            break
        }
    }

    @Test("A cancelled reader ends, and so does one whose output is let go")
    func endings() async throws {
        let task: Task<Int, Never>
        func serve() throws -> Task<Int, Never> {
            let output = CaptureAudioDataOutput()
            let samples = output.sampleBuffers()
            return Task {
                var count = 0
                for await _ in samples { count += 1 }
                return count
            }
        }
        task = try serve()
        #expect(await task.value == 0)

        let output = CaptureAudioDataOutput()
        let samples = output.sampleBuffers()
        let cancelled = Task {
            var count = 0
            for await _ in samples { count += 1 }
            return count
        }
        cancelled.cancel()
        #expect(await cancelled.value == 0)
        withExtendedLifetime(output) {}
    }

    @Test("A reader goes on over a stop and a start, without what was captured before")
    func restart() async throws {
        let (rig, _, audio) = try running()
        let samples = audio.sampleBuffers()
        rig.run(until: 100)
        rig.session.requestStop()
        rig.run(until: 200)
        rig.session.startRunning()
        rig.run(until: 300)
        for await sample in samples {
            #expect(sample.captureTime == CaptureRig.time(200))
            break
        }
    }
}
