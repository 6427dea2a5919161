import Foundation
import OnAirMedia
import OnAirPublish
import Testing

@Suite("FLVRecordingStage", .timeLimit(.minutes(1)))
struct FLVRecordingStageTests {
    private struct Bench {
        let runner = StepRunner()
        let queue: SendQueue
        let events = Events()
        let stop: StopRequest
        let monitor = DestinationMonitor()

        init(_ path: String, format: ProgramFormat = Packets.format) {
            let signal = runner.makeSignal()
            queue = SendQueue(format: format, isOpen: true, consumer: signal) {}
            stop = StopRequest(signal: signal)
            let events = events
            let stage = FLVRecordingStage(
                path: path, format: format, queue: queue, stop: stop, monitor: monitor, clock: runner.clock
            ) { events.add($0) }
            runner.add(stage, signal: signal)
        }

        func run() { runner.run(until: HostTime(nanoseconds: 0)) }
    }

    private func probe(_ arguments: [String], _ path: String) async throws -> [String] {
        try await Tool.output("ffprobe", ["-v", "error"] + arguments + ["-of", "csv=p=0", path])
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The number behind `name` in the metadata: marker 0, then a Double (AMF0, 2.2).
    private func figure(_ name: String, in path: String) throws -> Double {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(500)
        let place = try #require(bytes.range(of: Data(name.utf8)))
        let number = bytes[(place.upperBound + 1)..<(place.upperBound + 9)]
        return Double(bitPattern: number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    @Test("ffprobe finds duration, size, every picture at its millisecond, an IDR first, and nothing to complain about")
    func complete() async throws {
        try await Tool.withFolder { folder in
            let program = try await RealProgram(seconds: 3, in: folder)
            let path = folder + "/out.flv"
            let bench = Bench(path, format: program.format)
            for packet in program.packets {
                bench.queue.push(packet)
                bench.run()
            }
            bench.queue.close()
            bench.run()
            #expect(bench.events.endings == [.finished])
            let sounds = program.packets.count - program.pictures
            let length = max(3.0, Double(sounds * 1024) / 48000)
            let duration = try await probe(["-show_entries", "format=duration"], path).first.flatMap(Double.init)
            #expect(abs(try #require(duration) - length) < 0.002)
            let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            #expect(try figure("filesize", in: path) == Double(size))
            #expect(bench.monitor.statistics.bytesSent == Int64(size))
            let frames = try await probe(
                ["-select_streams", "v", "-show_entries", "packet=pts_time,flags"], path)
            #expect(frames.count == program.pictures)
            for (index, frame) in frames.enumerated() {
                let milliseconds = Int((1000 * Double(index) / 30).rounded())
                let text = String(format: "%d.%03d000", milliseconds / 1000, milliseconds % 1000)
                #expect(frame.hasPrefix("\(text),\(index % 30 == 0 ? "K" : "_")"), "\(frame)")
            }
            // A full decode without a word on standard error.
            _ = try await Tool.output("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
        }
    }

    @Test("Stopped, it writes what waits and finishes the file")
    func stops() async throws {
        try await Tool.withFolder { folder in
            let bench = Bench(folder + "/out.flv")
            for packet in Packets.program(seconds: 1) { bench.queue.push(packet) }
            bench.stop.request()
            bench.run()
            #expect(bench.events.all == [.state(.publishing), .ended(.stopped)])
            let statistics = bench.monitor.statistics
            #expect(statistics.video.packets == 30)
            #expect(statistics.state == .ended)
        }
    }

    @Test("It begins with a keyframe even when attached in the middle")
    func beginsWithKeyframe() async throws {
        try await Tool.withFolder { folder in
            let program = try await RealProgram(seconds: 3, in: folder)
            let path = folder + "/out.flv"
            let bench = Bench(path, format: program.format)
            for packet in program.packets where packet.decodeTime > .milliseconds(1100) { bench.queue.push(packet) }
            bench.queue.close()
            bench.run()
            let frames = try await probe(["-select_streams", "v", "-show_entries", "packet=pts_time,flags"], path)
            #expect(frames.count == 30)
            #expect(frames.first?.hasPrefix("0.000000,K") == true)
            _ = try await Tool.output("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
        }
    }

    @Test("A full disk ends this recording with one typed event while another goes on")
    func fullDisk() async throws {
        try await Tool.withFolder { folder in
            let full = Bench("/dev/full")
            let good = Bench(folder + "/out.flv")
            for packet in Packets.program(seconds: 1) {
                full.queue.push(packet)
                good.queue.push(packet)
                full.run()
                good.run()
            }
            #expect(full.events.failure?.kind == .fileFailed)
            #expect(full.events.failure?.underlyingCode == "no-space")
            #expect(full.events.failure?.message.contains("/dev/full") == true)
            #expect(full.queue.isClosed)
            #expect(good.events.endings.isEmpty)
            #expect(good.monitor.statistics.video.packets == 30)
        }
    }

    @Test("A file that is being recorded to already is told as in use, and goes on growing")
    func inUse() async throws {
        try await Tool.withFolder { folder in
            let path = folder + "/out.flv"
            let (first, second) = (Bench(path), Bench(path))
            let packets = Packets.program(seconds: 1)
            for packet in packets {
                first.queue.push(packet)
                first.run()
            }
            second.run()
            #expect(second.events.failure?.kind == .fileInUse)
            #expect(second.events.failure?.code == "file-in-use")
            first.queue.close()
            first.run()
            #expect(first.events.endings == [.finished])
            let size = try figure("filesize", in: path)
            #expect(size > 1000)
        }
    }

    @Test("Pictures of another format are announced before the first of them, once, and again when they are as before")
    func announcesAnew() async throws {
        try await Tool.withFolder { folder in
            let path = folder + "/out.flv"
            let bench = Bench(path)
            var other = Packets.videoFormat
            other.size = PictureSize(width: 80, height: 44)
            other.parameterSets.picture = [0x68, 0xCE, 0x0F, 0xC9]
            for packet in Packets.program(seconds: 10) {
                let second = packet.decodeTime.milliseconds / 1000
                if packet.track == .video, packet.isKeyframe, (4..<8).contains(second) {
                    packet.buffer.videoFormat = other
                }
                bench.queue.push(packet)
                bench.run()
            }
            bench.queue.close()
            bench.run()
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            func places(_ bytes: [UInt8]) -> [Int] { data.ranges(of: Data(bytes)).map(\.lowerBound) }
            let (first, changed) = (places([0x68, 0xCE, 0x0F, 0xC8]), places([0x68, 0xCE, 0x0F, 0xC9]))
            // Keyframes at 4 and 6 s share one announcement.
            #expect(first.count == 2 && changed.count == 1)
            // FLV 10.1, E.4.3.1: frame type 1 with codec 7, AVC packet type 1, is an IDR picture.
            let keyframes = places([0x17, 1, 0, 0, 0])
            try #require(keyframes.count == 5)
            #expect(changed[0] > keyframes[1] && changed[0] < keyframes[2])
            #expect(first[1] > keyframes[3] && first[1] < keyframes[4])
            #expect(bench.events.endings == [.finished])
        }
    }

    @Test("A folder that is not there ends it with one typed event")
    func noFolder() {
        let bench = Bench("/nowhere/at/all/out.flv")
        bench.run()
        #expect(bench.events.failure?.kind == .fileFailed)
        #expect(bench.events.failure?.underlyingCode == "not-found")
        #expect(bench.events.all.count == 1)
    }
}
