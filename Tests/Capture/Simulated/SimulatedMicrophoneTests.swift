import Glibc
import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("SimulatedMicrophone")
struct SimulatedMicrophoneTests {
    private func samples(
        _ configuration: SimulatedMicrophone.Configuration, channel: Int = 0, seconds: Int64, from start: Int64 = 0
    ) throws -> [Float] {
        CaptureRun().run(
            try SimulatedMicrophone(configuration), from: start, until: MediaTime(value: seconds, timescale: 1)
        ) { block, _ in block.withChannel(channel) { Array($0) } }.flatMap { $0 }
    }

    @Test(
        "Blocks of 10 ms follow each other without a gap, each pushed when its last sample is due",
        arguments: [44100, 48000])
    func blocks(sampleRate: Int) throws {
        let run = CaptureRun()
        let arrivals = run.run(
            try SimulatedMicrophone(.init(sampleRate: sampleRate)), until: MediaTime(value: 10, timescale: 1)
        ) { (captured: $0.captureTime, count: $0.sampleCount, now: $1) }
        #expect(arrivals.count == 1000)
        let rate = Double(sampleRate)
        for (index, arrival) in arrivals.enumerated() {
            #expect(arrival.count == sampleRate / 100)
            #expect(arrival.captured == CaptureRun.epoch.advanced(byMilliseconds: Int64(index) * 10))
            let last = ((Double((index + 1) * sampleRate / 100) - 1) / rate * 1e9).rounded()
            #expect(arrival.now == CaptureRun.epoch.advanced(byNanoseconds: Int64(last)))
        }
        #expect(DropLedger.Reason.allCases.allSatisfy { run.ledger[$0] == 0 })
    }

    @Test(
        "The sound is the tone plus a beep at each flash, sample by sample",
        arguments: [44100, 48000], [FrameRate(30), FrameRate(30000, 1001), FrameRate(24)])
    func content(sampleRate: Int, rate: FrameRate) throws {
        let heard = try samples(.init(sampleRate: sampleRate, cameraFrameRate: rate), seconds: 4)
        #expect(heard.count == 4 * sampleRate)
        let flashes = (1...4).map { second -> Double in
            let frame = (Double(second) * rate.framesPerSecond.doubleValue).rounded(.up)
            return frame / rate.framesPerSecond.doubleValue
        }
        var worst = 0.0
        for (index, value) in heard.enumerated() {
            let time = Double(index) / Double(sampleRate)
            var expected = 0.01 * sin(2 * .pi * 440 * time)
            for flash in flashes where time >= flash && time <= flash + 0.1 {
                let ramp = min(1, (time - flash) * 1000, (flash + 0.1 - time) * 1000)
                expected += 0.501187 * ramp * sin(2 * .pi * 1000 * (time - flash))
            }
            worst = max(worst, abs(Double(value) - expected))
        }
        #expect(worst < 1e-5)
    }

    @Test("Both channels carry the same, and one channel too")
    func channels() throws {
        let left = try samples(.init(channels: 2), seconds: 2)
        #expect(try samples(.init(channels: 2), channel: 1, seconds: 2) == left)
        #expect(try samples(.init(channels: 1), seconds: 2) == left)
    }

    @Test("Started late, it gives exactly what it would have given then, from a whole block on")
    func startTime() throws {
        let whole = try samples(.init(), seconds: 3)
        #expect(try samples(.init(), seconds: 3, from: 995_000_001) == Array(whole[48000...]))
        #expect(try samples(.init(), seconds: 3, from: 990_000_000) == Array(whole[47520...]))
        #expect(try samples(.init(), seconds: 3, from: -100_000_000) == whole)
    }

    @Test("A late step gives all that has come due; what the queue cannot hold is lost and counted")
    func late() throws {
        let (queue, ledger) = (BoundedQueue<SoundBlock>(capacity: 20), DropLedger())
        let microphone = try SimulatedMicrophone()
        let stop = StopRequest(signal: StepRunner().makeSignal())
        microphone.start(into: queue, ledger: ledger, stop: stop, at: CaptureRun.epoch)
        _ = microphone.step(now: CaptureRun.epoch)
        _ = microphone.step(now: CaptureRun.epoch.advanced(byMilliseconds: 150))
        #expect(queue.count == 15)
        _ = microphone.step(now: CaptureRun.epoch.advanced(byMilliseconds: 1000))
        #expect(queue.count == 20)
        #expect(ledger[.overrun] == 80)
        while queue.pop() != nil {}
        _ = microphone.step(now: CaptureRun.epoch.advanced(byMilliseconds: 1010))
        #expect(queue.pop()?.captureTime == CaptureRun.epoch.advanced(byMilliseconds: 1000))
        #expect(ledger[.overrun] == 80)
        stop.request()
        #expect(microphone.step(now: CaptureRun.epoch.advanced(byMilliseconds: 1020)) == .finished)
        #expect(queue.isFinished)
    }

    @Test(
        "Beeps start with the camera's flashes, heard and seen by the readers",
        arguments: FlashScheduleTests.rates.dropLast())
    func lipSync(rate: FrameRate) throws {
        let end = MediaTime(value: 12, timescale: 1)
        let camera = try SimulatedCamera(
            .init(size: PictureSize(width: 64, height: 36), frameRate: rate, pixels: .i420))
        let pictures = CaptureRun().run(camera, until: end) {
            (time: $1.nanoseconds(since: CaptureRun.epoch), isFlash: BurntInReader.read($0)?.isFlash == true)
        }
        let onsets = zip(pictures, pictures.dropFirst()).filter { !$0.isFlash && $1.isFlash }.map { $1.time }
        let heard = try samples(.init(cameraFrameRate: rate), seconds: 12)
        let beeps = BeepDetector.onsets(in: heard, sampleRate: 48000)
        // The twelfth second's beep has only begun.
        #expect(beeps.count == 11)
        for (flash, beep) in zip(onsets, beeps) {
            #expect(abs(Double(flash) / 1e9 - beep / 48000) < 0.0001)
        }
    }

    @Test("After AAC and back, beeps are found within 2 ms", arguments: [44100, 48000])
    func crossesEncoder(sampleRate: Int) throws {
        let (tool, rate) = (try FFmpegTool(), FrameRate(30000, 1001))
        let heard = try samples(.init(sampleRate: sampleRate, cameraFrameRate: rate), seconds: 6)
        try tool.write(heard.flatMap { sample in withUnsafeBytes(of: sample) { Array($0) } }, to: "sound.f32")
        try tool.ffmpeg("-f f32le -ar \(sampleRate) -ac 1 -i sound.f32 -c:a aac -b:a 96k sound.m4a")
        try tool.ffmpeg("-i sound.m4a -f f32le back.f32")
        let back = try tool.read("back.f32").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let beeps = BeepDetector.onsets(in: back, sampleRate: sampleRate)
        #expect(beeps.count == 5)
        let schedule = FlashSchedule(frameRate: rate)
        for (number, beep) in zip(Int64(1)..., beeps) {
            #expect(abs(beep / Double(sampleRate) - schedule.time(ofFlash: number).seconds) < 0.002)
        }
    }

    @Test("What it cannot give is refused with advice")
    func refuses() {
        for configuration in [
            SimulatedMicrophone.Configuration(sampleRate: 32000), SimulatedMicrophone.Configuration(channels: 3),
            SimulatedMicrophone.Configuration(channels: 0),
            SimulatedMicrophone.Configuration(cameraFrameRate: FrameRate(1, 2)),
        ] {
            let error = #expect(throws: CaptureError.self) { try SimulatedMicrophone(configuration) }
            #expect(error?.kind == .unusable)
            #expect(error?.advice?.isEmpty == false)
        }
    }
}

@Suite("BeepDetector")
struct BeepDetectorTests {
    @Test("Finds a beep between samples to a tenth of a millisecond, in any piece length", arguments: [44100, 48000])
    func betweenSamples(sampleRate: Int) {
        for tenth in 0..<10 {
            let start = 1000 + Double(tenth) / 10
            let samples = (0..<20000).map { index -> Float in
                let time = (Double(index) - start) / Double(sampleRate)
                guard time >= 0, time < 0.1 else { return 0 }
                return Float(0.5 * min(1, time * 1000) * sin(2 * .pi * 1000 * time))
            }
            var detector = BeepDetector(sampleRate: sampleRate)
            for piece in stride(from: 0, to: samples.count, by: 37) {
                detector.feed(Array(samples[piece..<min(piece + 37, samples.count)]))
            }
            #expect(detector.onsets.count == 1)
            #expect(abs((detector.onsets.first ?? 0) - start) < Double(sampleRate) * 0.0001)
        }
    }

    @Test("Silence, the quiet tone and other loud tones are no beeps")
    func others() {
        for frequency in [0.0, 440, 2000, 3000] {
            let samples = (0..<96000).map { Float(0.3 * sin(2 * .pi * frequency * Double($0) / 48000)) }
            #expect(BeepDetector.onsets(in: samples, sampleRate: 48000).isEmpty)
        }
    }
}
