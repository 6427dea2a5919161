import OnAirEncode
import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("Video encode stage")
struct VideoEncodeStageTests {
    private static let size = PictureSize(width: 160, height: 90)
    private static let rate = FrameRate(30)

    /// A stage on virtual time and what came out of it.
    private final class Harness {
        let runner = StepRunner()
        let control = EncoderControl()
        let ledger = DropLedger()
        let meter = EncodeMeter()
        let input: BoundedQueue<ProgramPicture>
        let output: BoundedQueue<EncodedPacket>
        let format: VideoTrackFormat
        private let pool = PicturePool(format: .working(VideoEncodeStageTests.size), capacity: 8)

        init(outputCapacity: Int = 1000) throws {
            let settings = VideoEncoderSettings(
                size: VideoEncodeStageTests.size, frameRate: VideoEncodeStageTests.rate, bitrate: 200_000, processors: 1
            )
            let encoder = try H264Encoder(settings.configuration)
            format = encoder.trackFormat
            let signal = runner.makeSignal()
            input = BoundedQueue(capacity: 4, consumer: signal)
            output = BoundedQueue(capacity: outputCapacity)
            runner.add(
                VideoEncodeStage(
                    encoder: encoder, input: input, output: output,
                    packets: PacketPool(capacity: 16, initialSize: 4096),
                    control: control, ledger: ledger, meter: meter, clock: runner.clock), signal: signal)
        }

        func feed(_ index: Int64, format: PictureFormat = .working(VideoEncodeStageTests.size)) {
            let isUsual = format == .working(VideoEncodeStageTests.size)
            let pool = isUsual ? pool : PicturePool(format: format, capacity: 1)
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 1000 + index), sequence: index) else {
                Issue.record("the stage keeps pictures")
                return
            }
            picture.withMutablePlane(0) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + column] = UInt8(
                            truncatingIfNeeded: (row ^ column) &+ Int(index) * 3)
                    }
                }
            }
            #expect(
                input.push(
                    ProgramPicture(
                        picture: picture.freeze(), gridIndex: index,
                        time: VideoEncodeStageTests.rate.time(ofFrame: index),
                        isRepeat: false)))
            runner.run(until: runner.clock.now)
        }

        func take() -> [EncodedPacket] {
            var packets: [EncodedPacket] = []
            while let packet = output.pop() { packets.append(packet) }
            return packets
        }

        func finish() -> Bool {
            input.close()
            return runner.runUntilFinished(limit: runner.clock.now)
        }
    }

    @Test("Each picture is one packet at its grid time, with its capture time; the end closes the output")
    func encodes() throws {
        let harness = try Harness()
        #expect(harness.format.parameterSets.sequence.first.map { $0 & 31 } == 7)
        for index in Int64(100)..<230 { harness.feed(index) }
        #expect(harness.finish())
        let packets = harness.take()
        #expect(harness.output.isFinished)
        #expect(packets.map(\.presentationTime) == (100..<230).map { MediaTime(value: $0, timescale: 30) })
        #expect(packets.map(\.captureTime.nanoseconds) == (100..<230).map { 1000 + $0 })
        #expect(packets.indices.filter { packets[$0].isKeyframe } == [0, 60, 120])
        let statistics = harness.meter.snapshot
        #expect(statistics.encoded == 130 && statistics.packets == 130 && statistics.keyframes == 3)
        #expect(statistics.bytes == packets.reduce(0) { $0 + Int64($1.byteCount) })
        #expect(statistics.bitrate == 200_000 && statistics.failure == nil)
    }

    @Test("Many requests between two pictures make one keyframe, at the next picture")
    func keyframeOnDemand() throws {
        let harness = try Harness()
        for index in Int64(0)..<40 {
            if index == 17 { for _ in 0..<5 { harness.control.requestKeyframe() } }
            harness.feed(index)
        }
        let packets = harness.take()
        #expect(packets.indices.filter { packets[$0].isKeyframe } == [0, 17])
    }

    @Test("The newest bitrate asked for is in force from the next picture on")
    func bitrate() throws {
        let harness = try Harness()
        harness.feed(0)
        harness.control.setBitrate(90_000)
        harness.control.setBitrate(80_000)
        #expect(harness.meter.snapshot.bitrate == 200_000)
        harness.feed(1)
        #expect(harness.meter.snapshot.bitrate == 80_000)
        harness.control.setBitrate(-7)
        harness.feed(2)
        #expect(harness.meter.snapshot.bitrate == 10_000)
    }

    @Test("What finds no room is counted, with all that needs it, and one keyframe mends it once there is room")
    func dropsWhole() throws {
        let harness = try Harness(outputCapacity: 10)
        for index in Int64(0)..<15 { harness.feed(index) }
        #expect(harness.ledger[.dropped] == 5)
        #expect(harness.meter.snapshot.keyframes == 1, "no storm while there is no room")
        #expect(harness.take().count == 10)
        for index in Int64(15)..<20 { harness.feed(index) }
        let packets = harness.take()
        #expect(packets.map(\.presentationTime) == (15..<20).map { MediaTime(value: $0, timescale: 30) })
        #expect(packets.map(\.isKeyframe) == [true, false, false, false, false])
        #expect(harness.ledger[.dropped] == 5)
    }

    @Test("A picture of other pixels is counted, costs no keyframe that was asked for, and the stream goes on")
    func unfitPicture() throws {
        let harness = try Harness()
        harness.feed(0)
        harness.control.requestKeyframe()
        harness.feed(1, format: PictureFormat(size: Self.size, pixels: .nv12, color: .stream(for: Self.size)))
        harness.feed(2)
        #expect(harness.ledger[.corrupt] == 1)
        #expect(harness.take().map(\.isKeyframe) == [true, true])
        #expect(harness.meter.snapshot.failure == nil)
    }

    @Test("Pictures of a size that cannot be encoded end it, and the meter says why")
    func impossibleSize() throws {
        let harness = try Harness()
        harness.feed(0)
        harness.feed(1, format: .working(PictureSize(width: 160, height: 8)))
        harness.feed(2)
        let failure = try #require(harness.meter.snapshot.failure)
        #expect(failure.message.contains("160x8"))
        #expect(harness.take().count == 1)
        #expect(harness.output.isFinished)
    }

    @Test("Pictures are given back at once")
    func givesPicturesBack() throws {
        let harness = try Harness()
        // The harness complains when its pool of 8 runs out.
        for index in Int64(0)..<50 { harness.feed(index) }
        #expect(harness.take().count == 50)
    }

    @Test("Two runs give identical bytes")
    func isDeterministic() throws {
        func run() throws -> [[UInt8]] {
            let harness = try Harness()
            for index in Int64(0)..<70 {
                if index == 30 { harness.control.setBitrate(60_000) }
                if index == 40 { harness.control.requestKeyframe() }
                harness.feed(index)
            }
            #expect(harness.finish())
            return harness.take().map { $0.withBytes { Array($0) } }
        }
        let isSame = try run() == run()
        #expect(isSame)
    }
}
