import OnAirEncode
import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("Video encode stage on a machine that is too slow")
struct EncoderLadderTests {
    private static let size = PictureSize(width: 320, height: 180)
    private static let rate = FrameRate(30)

    /// The step runner's clock, on which each look costs some milliseconds: so an encoder seems to take its time.
    private final class SlowClock: HostClock {
        private let base: any HostClock
        private let extra = Lock(Int64(0))
        let cost: Lock<Int64>

        init(_ base: any HostClock, cost: Int64) {
            self.base = base
            self.cost = Lock(cost)
        }

        var now: HostTime {
            let step = cost.withLock { $0 }
            let sum = extra.withLock { extra in
                extra += step
                return extra
            }
            return base.now.advanced(byNanoseconds: sum)
        }
    }

    private final class Changes: Sendable {
        private let list = Lock<[(step: Int, rung: EncoderRung)]>([])
        var all: [(step: Int, rung: EncoderRung)] { list.withLock { $0 } }
        func add(_ step: Int, _ rung: EncoderRung) { list.withLock { $0.append((step, rung)) } }
    }

    private struct Outcome {
        var packets: [EncodedPacket] = []
        var changes: [(step: Int, rung: EncoderRung)] = []
        var meter: EncodeStatistics
        var format: VideoTrackFormat
    }

    /// Encodes `seconds` of pictures that each seem to take `milliseconds(second)`.
    ///
    /// - Parameter turn: the second from which on pictures stand upright.
    private func run(_ seconds: Int64, turn: Int64 = .max, milliseconds: (Int64) -> Int64) throws -> Outcome {
        let runner = StepRunner()
        var settings = VideoEncoderSettings(
            size: Self.size, frameRate: Self.rate, bitrate: 300_000, processors: 1)
        settings.performance = .high
        let encoder = try H264Encoder(settings.configuration)
        let format = encoder.trackFormat
        let signal = runner.makeSignal()
        let input = BoundedQueue<ProgramPicture>(capacity: 4, consumer: signal)
        let output = BoundedQueue<EncodedPacket>(capacity: 10_000)
        let (meter, changes) = (EncodeMeter(), Changes())
        let clock = SlowClock(runner.clock, cost: 0)
        runner.add(
            VideoEncodeStage(
                encoder: encoder, input: input, output: output, packets: PacketPool(capacity: 16, initialSize: 4096),
                control: EncoderControl(), ledger: DropLedger(), meter: meter, clock: clock,
                loadChanged: { changes.add($0, $1) }, sizeChanged: { changes.add($0, $1) }), signal: signal)
        var pool = PicturePool(format: .working(Self.size), capacity: 8)
        for index in 0..<(seconds * 30) {
            let time = Self.rate.time(ofFrame: index)
            runner.run(until: HostTime(nanoseconds: time.nanoseconds))
            if index / 30 == turn, index % 30 == 0 {
                let upright = PictureSize(width: Self.size.height, height: Self.size.width)
                pool = PicturePool(format: .working(upright), capacity: 8)
            }
            clock.cost.withLock { $0 = milliseconds(index / 30) * 1_000_000 }
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: index), sequence: index) else { continue }
            picture.withMutablePlane(0) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + column] = UInt8(
                            truncatingIfNeeded: (row ^ column) + Int(index) * 3)
                    }
                }
            }
            _ = input.push(ProgramPicture(picture: picture.freeze(), gridIndex: index, time: time, isRepeat: false))
            runner.run(until: HostTime(nanoseconds: time.nanoseconds))
        }
        input.close()
        #expect(runner.runUntilFinished(limit: runner.clock.now))
        var outcome = Outcome(changes: changes.all, meter: meter.snapshot, format: format)
        while let packet = output.pop() { outcome.packets.append(packet) }
        return outcome
    }

    @Test("It takes the ladder down; each new encoder begins with an IDR picture that says what has changed")
    func goesDown() throws {
        let outcome = try run(24) { _ in 100 }
        #expect(outcome.changes.map(\.step) == [1, 2, 3, 4, 5])
        #expect(
            outcome.changes.last?.rung
                == EncoderRung(preset: .ultrafast, frameInterval: 2, size: PictureSize(width: 160, height: 90)))
        let packets = outcome.packets
        // Times go on, on the grid, and rise.
        for (before, after) in zip(packets, packets.dropFirst()) { #expect(before.decodeTime < after.decodeTime) }
        #expect(packets.allSatisfy { ($0.presentationTime.value(inTimescale: 30) * 10).isMultiple(of: 10) })
        var seen: [VideoTrackFormat] = []
        for packet in packets where packet.isKeyframe {
            let format = packet.videoFormat ?? outcome.format
            if format != seen.last { seen.append(format) }
        }
        // Half the pictures are no other format, and superfast announces what veryfast does.
        #expect(seen.first == outcome.format)
        #expect(seen.map(\.size.width) == [320, 320, 240, 160])
        #expect(packets.allSatisfy { $0.isKeyframe || $0.videoFormat == nil })
        #expect(outcome.meter.thinned > 100)
        #expect(outcome.meter.failure == nil)
    }

    @Test("What it makes is one stream that a decoder shows without a complaint, in three sizes")
    func decodes() throws {
        let outcome = try run(24) { _ in 100 }
        var stream: [UInt8] = []
        for packet in outcome.packets {
            if packet.isKeyframe {
                let sets = (packet.videoFormat ?? outcome.format).parameterSets
                for set in [sets.sequence, sets.picture] { stream += [0, 0, 0, 1] + set }
            }
            packet.withBytes { bytes in
                var place = 0
                while place + 4 <= bytes.count {
                    let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
                    stream += [0, 0, 0, 1] + bytes[(place + 4)..<(place + 4 + length)]
                    place += 4 + length
                }
            }
        }
        let sizes = try FFmpegTool.pictureSizes(of: stream)
        #expect(sizes.count == outcome.packets.count)
        #expect(Set(sizes) == ["320x180", "240x134", "160x90"])
    }

    @Test("When it is fast again it goes back up to what was asked for, and says so")
    func comesBack() throws {
        let outcome = try run(110) { $0 < 12 ? 100 : 1 }
        #expect(outcome.changes.last?.step == 0)
        #expect(outcome.changes.map(\.step).max() == 5 || outcome.changes.map(\.step).max() == 4)
        let last = outcome.packets.last { $0.isKeyframe }
        #expect(last?.videoFormat == nil, "what the program's format says")
    }

    @Test("Pictures that are turned keep the rung, which is made for their size, and the ladder goes on from there")
    func turnedOnTheWay() throws {
        let outcome = try run(24, turn: 13) { _ in 100 }
        let sizes = outcome.changes.map { "\($0.step): \($0.rung.size)" }
        #expect(
            sizes == ["1: 320x180", "2: 320x180", "3: 320x180", "4: 240x134", "4: 134x240", "5: 90x160"])
        var seen: [PictureSize] = []
        for packet in outcome.packets where packet.isKeyframe {
            let size = (packet.videoFormat ?? outcome.format).size
            if size != seen.last { seen.append(size) }
        }
        #expect(seen.map(\.description) == ["320x180", "240x134", "134x240", "90x160"])
        for (before, after) in zip(outcome.packets, outcome.packets.dropFirst()) {
            #expect(before.decodeTime < after.decodeTime)
        }
        #expect(outcome.meter.failure == nil)
    }

    @Test("On a fast machine nothing changes")
    func stays() throws {
        let outcome = try run(10) { _ in 5 }
        #expect(outcome.changes.isEmpty && outcome.packets.count == 300)
    }
}
