import Foundation
import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("File camera and microphone")
struct FileSourceTests {
    private static let epoch = CaptureRun.epoch

    /// 50 pictures of 160x90 at 25 a second, 2 s of stereo sound at 48 kHz, lossless sound.
    private static let movie =
        "-f lavfi -i testsrc2=s=160x90:r=25:d=2 -f lavfi -i aevalsrc=sin(997*t)*0.3|sin(3331*t)*0.2:s=48000:d=2 "
        + "-c:v libx264 -preset ultrafast -g 20 -bf 2 -pix_fmt yuv420p"

    private func sound(_ tool: FFmpegTool, _ name: String, format: String = "") throws -> [Float] {
        try tool.ffmpeg("-i \(name) -vn \(format) -f f32le sound.f32")
        return try tool.read("sound.f32").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    @Test(
        "Pictures are those that ffmpeg decodes, in time and order, loop after loop",
        arguments: ["mp4", "mkv", "flv", "ts"])
    func pictures(container: String) throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg("\(Self.movie) -c:a aac a.\(container)")
        try tool.ffmpeg("-i a.\(container) -an -f rawvideo -fps_mode passthrough a.yuv")
        let (expected, bytes) = (try tool.read("a.yuv"), 160 * 90 * 3 / 2)
        let times = try tool.ffprobe("-select_streams v -show_entries frame=pts_time -of csv=p=0 a.\(container)")
            .compactMap { Double($0.prefix { $0 != "," }) }
        let starts = try tool.ffprobe("-show_entries stream=start_time -of csv=p=0 a.\(container)")
            .compactMap { Double($0.prefix { $0 != "," }) }
        let camera = try FileCamera(path: tool.path("a.\(container)"))
        #expect(
            camera.format
                == PictureFormat(
                    size: PictureSize(width: 160, height: 90), pixels: .i420,
                    color: .stream(for: PictureSize(width: 160, height: 90))))
        #expect(camera.frameRate == FrameRate(25))
        let duration = camera.duration.seconds
        let run = CaptureRun()
        let shown = run.run(camera, until: .milliseconds(Int64(3 * duration * 1000) - 1)) {
            (bytes: rawBytes($0), captured: $0.captureTime, now: $1, sequence: $0.sequence)
        }
        #expect(times.count == 50)
        #expect(shown.count == 150)
        let origin = try #require(starts.min())
        for (index, picture) in shown.enumerated() {
            let (loop, frame) = (index / 50, index % 50)
            #expect(
                picture.bytes == Array(expected[frame * bytes..<(frame + 1) * bytes]), "\(container) picture \(index)")
            let due = (Double(loop) * duration + times[frame] - origin) * 1e9
            #expect(abs(Double(picture.captured.nanoseconds(since: Self.epoch)) - due) < 2000)
            #expect(picture.now == picture.captured)
            #expect(picture.sequence == Int64(index))
        }
        #expect(DropLedger.Reason.allCases.allSatisfy { run.ledger[$0] == 0 })
    }

    @Test("A hundred loops later every picture still comes at its exact time")
    func seams() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x36:r=30000/1001 -frames:v 7 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mp4"
        )
        let (run, rate) = (CaptureRun(), FrameRate(30000, 1001))
        let shown = run.run(try FileCamera(path: tool.path("a.mp4")), until: rate.time(ofFrame: 699)) {
            (captured: $0.captureTime, now: $1)
        }
        #expect(shown.count == 700)
        for (frame, picture) in zip(Int64(0)..., shown) {
            #expect(picture.captured == Self.epoch.advanced(by: rate.time(ofFrame: frame)))
            #expect(picture.now == picture.captured)
        }
        #expect(run.ledger[.late] == 0)
    }

    @Test(
        "Sound is the file's, sample by sample, without a gap through a hundred seams",
        arguments: [
            ("wav", "-c:a pcm_s16le", 48000), ("mkv", "-c:a pcm_s16le", 44100), ("mkv", "-c:a flac", 22050),
        ])
    func sound(container: String, codec: String, sampleRate: Int) throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg(
            "-f lavfi -i aevalsrc=sin(997*t)*0.3|sin(3331*t)*0.2:s=\(sampleRate):d=0.25 \(codec) a.\(container)")
        let expected = try sound(tool, "a.\(container)")
        let microphone = try FileMicrophone(path: tool.path("a.\(container)"))
        #expect(microphone.format == SoundFormat(sampleRate: sampleRate, channels: 2))
        let loop = microphone.duration.value(inTimescale: Int64(sampleRate))
        #expect(loop == expected.count / 2)
        let run = CaptureRun()
        let blocks = run.run(microphone, until: MediaTime(value: 25, timescale: 1)) { block, now in
            (
                captured: block.captureTime, now: now, left: block.withChannel(0) { Array($0) },
                right: block.withChannel(1) { Array($0) }
            )
        }
        var (sample, wrong) = (0, 0)
        for block in blocks {
            let (first, last) = (Double(sample), Double(sample + block.left.count - 1))
            #expect(
                block.captured
                    == Self.epoch.advanced(byNanoseconds: Int64((first * 1e9 / Double(sampleRate)).rounded())))
            #expect(block.now == Self.epoch.advanced(byNanoseconds: Int64((last * 1e9 / Double(sampleRate)).rounded())))
            for index in block.left.indices {
                let at = (sample + index) % (expected.count / 2)
                if block.left[index] != expected[2 * at] || block.right[index] != expected[2 * at + 1] { wrong += 1 }
            }
            sample += block.left.count
        }
        #expect(wrong == 0)
        #expect(abs(sample - 25 * sampleRate) <= sampleRate / 100)
        #expect(DropLedger.Reason.allCases.allSatisfy { run.ledger[$0] == 0 })
    }

    @Test("Camera and microphone of one file stay in step through a hundred loops", arguments: ["mp4", "mkv"])
    func lipSync(container: String) throws {
        let (tool, rate, size) = (try FFmpegTool(), FrameRate(30000, 1001), PictureSize(width: 160, height: 90))
        // Our own flashes and beeps at 1 s and 2 s, played for 2.5 s.
        let pictures = CaptureRun().run(
            try SimulatedCamera(.init(size: size, frameRate: rate, pixels: .i420)), until: .milliseconds(2499)
        ) { picture, _ in rawBytes(picture) }
        let samples = CaptureRun().run(
            try SimulatedMicrophone(.init(channels: 1, cameraFrameRate: rate)), until: .milliseconds(2500)
        ) { block, _ in block.withChannel(0) { Array(UnsafeRawBufferPointer($0)) } }
        try tool.write(Array(pictures.joined()), to: "a.yuv")
        try tool.write(Array(samples.joined()), to: "a.f32")
        try tool.ffmpeg(
            "-f rawvideo -pix_fmt yuv420p -s 160x90 -r 30000/1001 -i a.yuv -f f32le -ar 48000 -ac 1 -i a.f32 "
                + "-c:v libx264 -preset ultrafast -b:v 400k -c:a aac -b:a 96k a.\(container)")
        let (camera, microphone) = (
            try FileCamera(path: tool.path("a.\(container)")), try FileMicrophone(path: tool.path("a.\(container)"))
        )
        #expect(camera.duration == microphone.duration)
        let duration = camera.duration
        let end = MediaTime(value: duration.value * 100, timescale: duration.timescale)
        let seen = CaptureRun().run(camera, until: end - .milliseconds(1)) { picture, _ in
            (
                time: Double(picture.captureTime.nanoseconds(since: Self.epoch)) / 1e9,
                isFlash: BurntInReader.read(picture)?.isFlash
            )
        }
        #expect(seen.allSatisfy { $0.isFlash != nil })
        let flashes = zip(seen, seen.dropFirst()).filter { $0.isFlash == false && $1.isFlash == true }.map { $1.time }
        let heard = CaptureRun().run(microphone, until: end) { block, _ in block.withChannel(0) { Array($0) } }
        let beeps = BeepDetector.onsets(in: Array(heard.joined()), sampleRate: 48000).map { $0 / 48000 }
        #expect(flashes.count == 200)
        #expect(beeps.count == 200)
        for (flash, beep) in zip(flashes, beeps) { #expect(abs(flash - beep) < 0.003) }
        // Loop i shows the same at i durations later.
        let start = try #require(flashes.first)
        for (index, flash) in flashes.enumerated() where index % 2 == 0 {
            #expect(abs(flash - start - Double(index / 2) * duration.seconds) < 1e-6)
        }
    }

    @Test(
        "Pictures that end before the sound: the last one stays until the loop point; and the other way round, silence")
    func unequalTracks() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x36:r=10:d=0.5 -f lavfi -i sine=440:r=48000:d=2 -c:v libx264 -preset ultrafast "
                + "-c:a pcm_s16le a.mkv")
        let pictures = CaptureRun().run(try FileCamera(path: tool.path("a.mkv")), until: .milliseconds(2250)) {
            picture, _ in picture.captureTime.nanoseconds(since: Self.epoch) / 1_000_000
        }
        #expect(pictures == [0, 100, 200, 300, 400, 2000, 2100, 2200])
        try tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x36:r=10:d=2 -f lavfi -i sine=440:r=48000:d=0.5 -c:v libx264 -preset ultrafast "
                + "-c:a pcm_s16le b.mkv")
        let blocks = CaptureRun().run(try FileMicrophone(path: tool.path("b.mkv")), until: .milliseconds(2500)) {
            block, _ in block.withChannel(0) { $0.contains { $0 != 0 } }
        }
        let loud = Array(repeating: true, count: 50)
        #expect(blocks == loud + Array(repeating: false, count: 150) + loud)
    }

    @Test("Without looping both end with the file, and close what they fill")
    func ends() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg("\(Self.movie) -c:a pcm_s16le a.mkv")
        let runner = StepRunner(start: Self.epoch)
        let (first, second) = (runner.makeSignal(), runner.makeSignal())
        let (slot, queue) = (LatestSlot<Picture>(), BoundedQueue<SoundBlock>(capacity: 500))
        let camera = try FileCamera(path: tool.path("a.mkv"), loops: false)
        let microphone = try FileMicrophone(path: tool.path("a.mkv"), loops: false)
        let ends = [camera.end, microphone.end]
        camera.start(into: slot, ledger: DropLedger(), stop: StopRequest(signal: first), at: Self.epoch)
        microphone.start(into: queue, ledger: DropLedger(), stop: StopRequest(signal: second), at: Self.epoch)
        let handles = [runner.add(camera, signal: first), runner.add(microphone, signal: second)]
        runner.run(until: Self.epoch.advanced(byMilliseconds: 1999))
        #expect(!handles[0].isFinished && !handles[1].isFinished)
        runner.run(until: Self.epoch.advanced(byMilliseconds: 2000))
        #expect(handles[0].isFinished && handles[1].isFinished)
        #expect(slot.take()?.captureTime == Self.epoch.advanced(byMilliseconds: 1960))
        #expect(slot.isFinished)
        #expect(queue.count == 200)
        #expect(ends.allSatisfy { $0.error == nil })
    }

    @Test("Started late, both are where the epoch asks for", arguments: [310, 1990, 2000, 7777] as [Int64])
    func startTime(milliseconds: Int64) throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg("\(Self.movie) -c:a pcm_s16le a.mkv")
        let (whole, run, end) = (try sound(tool, "a.mkv"), CaptureRun(), MediaTime.milliseconds(9000))
        let shown = run.run(try FileCamera(path: tool.path("a.mkv")), from: milliseconds * 1_000_000, until: end) {
            picture, now in
            (time: picture.captureTime.nanoseconds(since: Self.epoch), isPrompt: picture.captureTime == now)
        }
        let first = (milliseconds + 39) / 40
        #expect(shown.map(\.time) == (first...225).map { $0 * 40_000_000 })
        #expect(shown.allSatisfy { $0.isPrompt })
        let heard = run.run(try FileMicrophone(path: tool.path("a.mkv")), from: milliseconds * 1_000_000, until: end) {
            block, _ in (time: block.captureTime, sample: block.withChannel(0) { $0[7] })
        }
        let block = (milliseconds + 9) / 10
        #expect(heard.count == Int(900 - block))
        #expect(heard.first?.time == Self.epoch.advanced(byMilliseconds: block * 10))
        for (index, block) in zip(Int(block)..., heard) {
            #expect(block.sample == whole[2 * ((index * 480 + 7) % 96000)])
        }
        #expect(DropLedger.Reason.allCases.allSatisfy { run.ledger[$0] == 0 })
    }

    @Test("A late step passes over pictures and counts them, and gives the newest due one")
    func late() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg("\(Self.movie) -an a.mp4")
        let (slot, ledger, camera) = (LatestSlot<Picture>(), DropLedger(), try FileCamera(path: tool.path("a.mp4")))
        camera.start(into: slot, ledger: ledger, stop: StopRequest(signal: StepRunner().makeSignal()), at: Self.epoch)
        // Takes pictures at once, so that a burst would show.
        func step(at milliseconds: Int64, next: Int64) -> [Picture] {
            let now = Self.epoch.advanced(byMilliseconds: milliseconds)
            var taken: [Picture] = []
            while true {
                let wait = camera.step(now: now)
                if let picture = slot.take() { taken.append(picture) }
                guard wait == .again else {
                    #expect(wait == .event(until: Self.epoch.advanced(byMilliseconds: next)))
                    return taken
                }
            }
        }
        #expect(step(at: 0, next: 40).map(\.sequence) == [0])
        // Pictures 1 to 5 are due, 6 is not.
        #expect(step(at: 230, next: 240).map(\.sequence) == [5])
        #expect(ledger[.late] == 4)
        // Over the seam: 50 pictures a loop.
        let pictures = step(at: 2080, next: 2120)
        #expect(pictures.map(\.sequence) == [52])
        #expect(pictures.first?.captureTime == Self.epoch.advanced(byMilliseconds: 2080))
        #expect(ledger[.late] == 4 + 46)
    }

    @Test("Sound that begins after the pictures is silent until then, in every loop")
    func lateSound() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x36:r=10:d=1 -itsoffset 0.3 -f lavfi -i aevalsrc=0.1+t*0.5:s=48000:d=0.7 "
                + "-c:v libx264 -preset ultrafast -c:a pcm_f32le a.mkv")
        let blocks = CaptureRun().run(try FileMicrophone(path: tool.path("a.mkv")), until: .milliseconds(2000)) {
            block, _ in block.withChannel(0) { Array($0) }
        }
        let heard = Array(blocks.joined())
        #expect(heard.count == 96000)
        for loop in 0..<2 {
            let begin = loop * 48000
            #expect(heard[begin..<begin + 14400].allSatisfy { $0 == 0 })
            let isRamp = (0..<33600).allSatisfy { abs(heard[begin + 14400 + $0] - 0.1 - Float($0) / 96000) < 1e-5 }
            #expect(isRamp)
        }
    }

    @Test("A file that does not tell its length, or only guesses it, is measured")
    func measured() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg("-f lavfi -i testsrc2=s=64x36:r=25:d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.h264")
        let camera = try FileCamera(path: tool.path("a.h264"))
        #expect(camera.duration == MediaTime(value: 1, timescale: 1))
        try tool.ffmpeg("-f lavfi -i aevalsrc=sin(997*t)*0.3*t:s=48000:d=2 -c:a aac a.aac")
        let decoded = try sound(tool, "a.aac").count
        let microphone = try FileMicrophone(path: tool.path("a.aac"))
        #expect(microphone.duration == MediaTime(value: Int64(decoded), timescale: 48000))
    }

    @Test("What cannot be opened says why and what to do")
    func refuses() throws {
        let tool = try FFmpegTool()
        try tool.write(Array("This is not a film.".utf8), to: "text.mp4")
        try tool.ffmpeg("-f lavfi -i testsrc2=s=64x36:r=25:d=0.2 -pix_fmt yuv420p silent.mp4")
        try tool.ffmpeg("-f lavfi -i sine=440:d=0.2 sound.wav")
        func check(_ kind: CaptureError.Kind, _ name: String, _ open: (String) throws -> Void) {
            let path = tool.path(name)
            let error = #expect(throws: CaptureError.self) { try open(path) }
            #expect(error?.kind == kind)
            #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
            #expect(error?.advice?.isEmpty == false)
        }
        check(.missing, "nowhere.mp4") { _ = try FileCamera(path: $0) }
        check(.missing, "nowhere.mp4") { _ = try FileMicrophone(path: $0) }
        check(.unusable, "text.mp4") { _ = try FileCamera(path: $0) }
        check(.unusable, "sound.wav") { _ = try FileCamera(path: $0) }
        check(.unusable, "silent.mp4") { _ = try FileMicrophone(path: $0) }
        if geteuid() != 0 {
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: tool.path("sound.wav"))
            check(.denied, "sound.wav") { _ = try FileMicrophone(path: $0) }
        }
    }

    @Test("A file cut short while it plays ends its source with an error, and never hangs")
    func lost() throws {
        let tool = try FFmpegTool()
        // Larger than any buffer.
        try tool.ffmpeg("-f lavfi -i testsrc2=s=320x180:r=25:d=2 -c:v mjpeg -q:v 2 a.mkv")
        let runner = StepRunner(start: Self.epoch)
        let (signal, slot) = (runner.makeSignal(), LatestSlot<Picture>())
        let camera = try FileCamera(path: tool.path("a.mkv"))
        let end = camera.end
        camera.start(into: slot, ledger: DropLedger(), stop: StopRequest(signal: signal), at: Self.epoch)
        runner.add(camera, signal: signal)
        runner.run(until: Self.epoch.advanced(byMilliseconds: 500))
        try FileHandle(forWritingTo: URL(fileURLWithPath: tool.path("a.mkv"))).truncate(atOffset: 0)
        #expect(runner.runUntilFinished(limit: Self.epoch.advanced(byMilliseconds: 60_000)))
        #expect(end.error?.kind == .lost)
        _ = slot.take()
        #expect(slot.isFinished)
    }
}
