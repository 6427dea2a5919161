import Foundation
import OnAirEncode
import OnAirFFmpeg
import OnAirMedia
import OnAirPublish
import Testing

@Suite("Video encode stage whose program is turned while it is live")
struct TurnedWhileLiveTests {
    private static let rate = FrameRate(30)
    private static let landscape = PictureSize(width: 128, height: 72)
    private static let portrait = PictureSize(width: 72, height: 128)

    private final class Sizes: Sendable {
        private let list = Lock<[PictureSize]>([])
        var all: [PictureSize] { list.withLock { $0 } }
        func add(_ size: PictureSize) { list.withLock { $0.append(size) } }
    }

    /// A program with encoder and fan-out on virtual time, recorded into files that ffprobe judges.
    private final class Program {
        let runner = StepRunner()
        let control = EncoderControl()
        let ledger = DropLedger()
        let meter = EncodeMeter()
        let tap = PacketTap()
        let format: ProgramFormat
        let sizes = Sizes()
        private let input: BoundedQueue<ProgramPicture>
        private var pools: [PictureSize: PicturePool] = [:]

        init() throws {
            let settings = VideoEncoderSettings(
                size: TurnedWhileLiveTests.landscape, frameRate: TurnedWhileLiveTests.rate, bitrate: 200_000,
                processors: 1)
            let encoder = try H264Encoder(settings.configuration)
            format = ProgramFormat(video: encoder.trackFormat, audio: nil)
            let (signal, fanOutSignal) = (runner.makeSignal(), runner.makeSignal())
            input = BoundedQueue(capacity: 4, consumer: signal)
            let packets = BoundedQueue<EncodedPacket>(capacity: 64, consumer: fanOutSignal)
            runner.add(
                VideoEncodeStage(
                    encoder: encoder, input: input, output: packets,
                    packets: PacketPool(capacity: 16, initialSize: 4096), control: control, ledger: ledger,
                    meter: meter, clock: runner.clock,
                    sizeChanged: { [sizes] _, rung in sizes.add(rung.size) }), signal: signal)
            runner.add(FanOutStage(input: packets, tap: tap, format: format), signal: fanOutSignal)
        }

        /// Somebody takes the program from now on.
        func record(to path: String) {
            let signal = runner.makeSignal()
            let queue = SendQueue(format: format, isOpen: true, consumer: signal) { [control] in
                control.requestKeyframe()
            }
            runner.add(
                FLVRecordingStage(
                    path: path, format: format, queue: queue, stop: StopRequest(signal: signal), clock: runner.clock
                ) { _ in }, signal: signal)
            tap.attach(queue)
        }

        func feed(_ indices: Range<Int64>, size: PictureSize) {
            let pool = pools[size] ?? PicturePool(format: .working(size), capacity: 4)
            pools[size] = pool
            for index in indices {
                let time = TurnedWhileLiveTests.rate.time(ofFrame: index)
                runner.run(until: HostTime(nanoseconds: time.nanoseconds))
                guard var picture = pool.take(captureTime: runner.clock.now, sequence: index) else {
                    Issue.record("the stage keeps pictures")
                    return
                }
                picture.withMutablePlane(0) { plane in
                    for row in 0..<plane.rows {
                        for column in 0..<plane.bytesPerRow {
                            plane.base[row * plane.stride + column] = UInt8(
                                truncatingIfNeeded: (row ^ column) + Int(index) * 3)
                        }
                    }
                }
                #expect(
                    input.push(
                        ProgramPicture(picture: picture.freeze(), gridIndex: index, time: time, isRepeat: false)))
                runner.run(until: runner.clock.now)
            }
        }

        func finish() {
            input.close()
            #expect(runner.runUntilFinished(limit: runner.clock.now))
            #expect(meter.snapshot.failure == nil)
            #expect(ledger[.corrupt] == 0 && ledger[.dropped] == 0)
        }
    }

    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    /// Each value that the metadata of a file give `name`, in order: marker 0, then a Double (AMF0, 2.2).
    private static func figures(_ name: String, in path: String) throws -> [Double] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        // The name after its length, so that none is found that only ends so.
        return data.ranges(of: Data([0, UInt8(name.utf8.count)] + name.utf8 + [0])).map { place in
            let number = data[place.upperBound..<(place.upperBound + 8)]
            return Double(bitPattern: number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }

    @Test(
        "Each picture is decoded, in its own size from its own time on; times go on by one grid point; back again works"
    )
    func turns() throws {
        try Self.withFolder { folder in
            let path = folder + "/out.flv"
            let program = try Program()
            program.record(to: path)
            program.feed(0..<50, size: Self.landscape)
            program.feed(50..<95, size: Self.portrait)
            program.feed(95..<130, size: Self.landscape)
            program.finish()
            #expect(program.sizes.all == [Self.portrait, Self.landscape])
            let frames = try FFmpegTool.lines(
                ["-select_streams", "v", "-show_entries", "frame=key_frame,pkt_dts_time,width,height", path])
            try #require(frames.count == 130)
            for (index, frame) in frames.enumerated() {
                let size = (50..<95).contains(index) ? Self.portrait : Self.landscape
                #expect(Array(frame.prefix(4).suffix(2)) == ["\(size.width)", "\(size.height)"], "picture \(index)")
                // FLV counts whole milliseconds.
                let time = try #require(Double(frame[1]))
                #expect(abs(time - Double(index) / 30) < 0.001)
            }
            // A keyframe each two seconds, counted anew from each turn.
            #expect(frames.indices.filter { frames[$0][0] == "1" } == [0, 50, 95])
            #expect(try Self.figures("width", in: path) == [128, 72, 128])
            #expect(try Self.figures("height", in: path) == [72, 128, 72])
        }
    }

    @Test("Whoever comes after a turn hears of the present size alone, whether or not a keyframe passes meanwhile")
    func joinsLater() throws {
        try Self.withFolder { folder in
            let path = folder + "/late.flv"
            let program = try Program()
            program.feed(0..<10, size: Self.landscape)
            program.feed(10..<20, size: Self.portrait)
            program.record(to: path)
            program.feed(20..<40, size: Self.portrait)
            program.finish()
            let frames = try FFmpegTool.lines(["-select_streams", "v", "-show_entries", "frame=width,height", path])
            // It begins with the keyframe that it asks for when the first packet comes.
            #expect(frames.map { $0.prefix(2).joined(separator: "x") } == Array(repeating: "72x128", count: 19))
            #expect(try Self.figures("width", in: path) == [72])
        }
    }

    @Test("The bitrate that was last asked for holds on")
    func keepsBitrate() throws {
        let program = try Program()
        program.control.setBitrate(90_000)
        program.feed(0..<10, size: Self.landscape)
        program.feed(10..<20, size: Self.portrait)
        #expect(program.meter.snapshot.bitrate == 90_000)
        program.control.setBitrate(70_000)
        program.feed(20..<30, size: Self.portrait)
        #expect(program.meter.snapshot.bitrate == 70_000)
        program.finish()
    }
}
