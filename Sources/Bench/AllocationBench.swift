import Foundation
import Glibc
import OnAirJPEG
import OnAirMedia
import OnAirPicture
import OnAirPixels
import OnAirPublish
import OnAirTestKit
import OnAirWire

/// Allocations per frame after warm-up in conversion, packetising and sending, counted by a preloaded library that
/// stands in for `malloc` and counts per thread.
struct AllocationBench {
    let tools: BenchTools
    private static let warmUp = 120
    private static let frames = 300

    /// Runs the measured loops in a child that has the counter preloaded.
    func run() throws -> [BenchResult] {
        tools.progress("allocations")
        let answer = tools.log + ".allocations"
        let child = try MeasuredChild(
            ["/proc/self/exe", "--count-allocations-into", answer], log: tools.log,
            environment: ["LD_PRELOAD": tools.mallocCounter])
        let status = child.wait().status
        guard status == 0 else { throw BenchError("the allocation count ended with \(status); see \(tools.log)") }
        let counts = try JSONDecoder().decode([String: UInt64].self, from: Data(contentsOf: URL(filePath: answer)))
        return counts.sorted { $0.key < $1.key }.map { name, count in
            BenchResult(
                "allocations per frame, \(name)", unit: "", ours: Double(count) / Double(Self.frames), limit: 0,
                rule: .atMost)
        }
    }

    // MARK: - In the child

    static func child(into path: String) throws {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else {
            throw BenchError("the allocation counter is not preloaded")
        }
        let counter = unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
        let before = counter()
        let probe = UnsafeMutableRawPointer.allocate(byteCount: 1 << 12, alignment: 16)
        probe.deallocate()
        guard counter() > before else { throw BenchError("the allocation counter does not count") }
        let counts = [
            "conversion YUYV 720p": try conversion(.yuyv, from: PictureSize(width: 1280, height: 720), counter),
            "conversion and scaling NV12 1080p to 720p": try conversion(
                .nv12, from: PictureSize(width: 1920, height: 1080), counter),
            "Motion-JPEG 720p": try motionJPEG(counter),
            "program with twelve layers": try program(counter),
            "a sticker that changes": try sticker(counter),
            "transitions, bitmaps for a window": try operations(counter),
            "looks that fade into each other": try LookBench.fading { try count(counter, $0) },
            "packetising": try packetising(counter),
            "sending": try sending(counter),
        ]
        try JSONEncoder().encode(counts).write(to: URL(filePath: path))
    }

    /// Calls `frame` often, and counts what the later calls allocate.
    private static func count(_ counter: () -> UInt64, _ frame: (Int64) throws -> Void) rethrows -> UInt64 {
        for index in 0..<warmUp { try frame(Int64(index)) }
        let before = counter()
        for index in warmUp..<warmUp + frames { try frame(Int64(index)) }
        return counter() - before
    }

    private static func conversion(_ pixels: PixelFormat, from size: PictureSize, _ counter: () -> UInt64) throws
        -> UInt64
    {
        let source = PicturePool(
            format: PictureFormat(size: size, pixels: pixels, color: .stream(for: size)), capacity: 3)
        let target = PicturePool(format: .working(PictureSize(width: 1280, height: 720)), capacity: 3)
        let converter = PictureConverter()
        return try count(counter) { index in
            guard let captured = source.take(captureTime: HostTime(nanoseconds: index), sequence: index),
                var made = target.take(captureTime: HostTime(nanoseconds: index), sequence: index)
            else { throw BenchError("a picture pool is empty") }
            try converter.convert(captured.freeze(), crop: PictureRect(size), orientation: .up, into: &made)
            _ = made.freeze()
        }
    }

    /// The picture stage with ten layers at rest and the camera itself in a corner, then rotated there.
    private static func program(_ counter: () -> UInt64) throws -> UInt64 {
        let camera = try BenchPictures.clip(BenchPictures.hd, .yuyv)
        let corner = LayerPlacement(x: 801, y: 41, width: 426, height: 240)
        let scene = try LayersBench.tenLayers()
        let layers = [
            Layer("corner", .camera, placement: corner),
            Layer("rotated", .camera, placement: corner, alpha: 0.5, rotation: 12),
        ]
        let program = BenchProgram(
            LoadedScene(Scene(layers: scene.scene.layers + layers), cells: scene.cells + [nil, nil]), camera: camera)
        return try count(counter) { _ in _ = try program.step() }
    }

    /// A sticker whose picture, or place, changes each time.
    private static func sticker(_ counter: () -> UInt64) throws -> UInt64 {
        let pool = PicturePool(format: .working(BenchPictures.hd), capacity: 3)
        let renderer = LayerRenderer(color: BenchPictures.color)
        let sticker = BenchPictures.logo(PictureSize(width: 120, height: 90))
        var made: PreparedLayer?
        return try count(counter) { index in
            guard var target = pool.take(captureTime: HostTime(nanoseconds: index), sequence: index) else {
                throw BenchError("a picture pool is empty")
            }
            let layer = try renderer.prepare(
                sticker, crop: PictureRect(sticker.size), orientation: .upMirrored,
                frame: PictureRect(x: 33 + Int(index), y: 401, width: 160, height: 120), rotation: Double(index),
                reusing: made)
            layer.blend(onto: &target, blend: .add)
            made = layer
            _ = target.freeze()
        }
    }

    private static func operations(_ counter: () -> UInt64) throws -> UInt64 {
        let hd = BenchPictures.hd
        let clip = try BenchPictures.clip(hd, .i420, count: 2)
        let pool = PicturePool(format: .working(hd), capacity: 3)
        let blur = PictureBlur()
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * hd.width * hd.height)
        defer { pixels.deallocate() }
        return try count(counter) { index in
            guard var target = pool.take(captureTime: HostTime(nanoseconds: index), sequence: index) else {
                throw BenchError("a picture pool is empty")
            }
            let amount = Int(index) % 257
            switch index % 6 {
            case 0: PictureOperations.fade(clip[0], clip[1], amount: amount, into: &target)
            case 1: PictureOperations.push(clip[0], clip[1], x: amount, y: 0, into: &target)
            case 2: PictureOperations.brighten(clip[0], amount: amount, into: &target)
            case 3: blur.blur(clip[0], radius: Double(index % 40), into: &target)
            case 4: try PictureOperations.mirror(clip[0], into: &target)
            default: PictureOperations.fill(&target, with: .black)
            }
            try RGBWriter.write(target.freeze(), into: pixels, stride: 4 * hd.width)
        }
    }

    private static func motionJPEG(_ counter: () -> UInt64) throws -> UInt64 {
        let clip = try MotionJPEGBench.clip(TurboJPEG(), quality: 85, count: 3)
        let pool = PicturePool(
            format: PictureFormat(size: MotionJPEGBench.size, pixels: .i420, color: .jpeg), capacity: 3)
        let decoder = try MJPEGDecoder(pool: pool)
        return try count(counter) { index in
            _ = try clip[Int(index) % clip.count].withUnsafeBytes {
                try decoder.decode($0, captureTime: HostTime(nanoseconds: index), sequence: index)
            }
        }
    }

    private static let format = ProgramFormat(
        video: VideoTrackFormat(
            size: PictureSize(width: 1280, height: 720), frameRate: FrameRate(30), bitrate: 3_000_000,
            color: ColorDescription(matrix: .bt709, range: .limited),
            parameterSets: .init(sequence: [0x67, 0x64, 0x00, 0x1f, 0xac], picture: [0x68, 0xeb, 0xe3, 0xcb])),
        audio: AudioTrackFormat(
            sound: SoundFormat(sampleRate: 48_000, channels: 1), bitrate: 64_000, audioSpecificConfig: [0x11, 0x88]))

    /// A picture of 12 kB (an IDR of 60 kB each two seconds) and the sound that goes with it.
    private static func packets(_ index: Int64, _ pool: PacketPool) -> (EncodedPacket, EncodedPacket) {
        func packet(_ track: EncodedPacket.Track, _ bytes: Int, _ time: MediaTime) -> EncodedPacket {
            let isKeyframe = track == .audio || index % 60 == 0
            let buffer = pool.take()
            buffer.append(bigEndian: UInt32(bytes - 4))
            (isKeyframe ? keyPayload : payload).withUnsafeBytes {
                buffer.append(UnsafeRawBufferPointer(rebasing: $0[..<(bytes - 4)]))
            }
            return EncodedPacket(
                track: track, presentationTime: time, decodeTime: time, isKeyframe: isKeyframe,
                captureTime: MonotonicClock().now, buffer: buffer)
        }
        return (
            packet(.video, index % 60 == 0 ? 60_000 : 12_000, MediaTime(value: index, timescale: 30)),
            packet(.audio, 170, MediaTime(value: index * 1600, timescale: 48_000))
        )
    }

    /// A coded slice of a non-IDR picture, as far as a packetiser looks: the NAL unit's type (ITU-T H.264, 7.4.1).
    private static let payload = [UInt8](repeating: 0x41, count: 60_000)
    /// The same of an IDR picture.
    private static let keyPayload = [0x65] + payload.dropFirst()

    private static func packetising(_ counter: () -> UInt64) throws -> UInt64 {
        var random = SystemRandomNumberGenerator()
        let target = RTMPTarget(app: "live", tcURL: "rtmp://127.0.0.1/live", streamName: Array("bench".utf8))
        var machine = RTMPPublisherMachine(target: target, random: &random)
        var server = RTMPServerMachine()
        let now = HostTime(nanoseconds: 0)
        machine.start(now: now)
        var isPublishing = false
        while !isPublishing {
            machine.output.withReadableBytes { server.received($0) }
            machine.output.removeAll()
            guard !server.output.isEmpty else { throw BenchError("the server role does not answer") }
            server.output.withReadableBytes { bytes in
                if machine.received(bytes, now: now) == .becamePublishing { isPublishing = true }
            }
            server.output.removeAll()
        }
        try machine.publish(format: format)
        let pool = PacketPool(capacity: 8, initialSize: 64_000)
        return try count(counter) { index in
            let (video, audio) = packets(index, pool)
            for packet in [video, audio] where !isWritten(machine.send(packet)) {
                throw BenchError("a packet was not written")
            }
            machine.output.removeAll()
        }
    }

    private static func isWritten(_ outcome: PacketOutcome) -> Bool {
        if case .written = outcome { true } else { false }
    }

    private static func sending(_ counter: () -> UInt64) throws -> UInt64 {
        let sink = try SinkServer()
        let clock = MonotonicClock()
        let runner = ThreadRunner()
        let signal = runner.makeSignal()
        let queue = SendQueue(format: format, isOpen: false, consumer: signal) {}
        let monitor = DestinationMonitor()
        guard case .rtmp(let address) = try DestinationAddress(sink.address) else { throw BenchError("no address") }
        let stop = StopRequest(signal: signal)
        let stage = RTMPDestinationStage(
            address: address, format: format, queue: queue,
            links: SocketLinks(signal: signal), stop: stop, monitor: monitor,
            clock: clock, events: { _ in })
        while monitor.statistics.state != .publishing { _ = stage.step(now: clock.now) }
        let pool = PacketPool(capacity: 64, initialSize: 64_000)
        let result = try count(counter) { index in
            let (video, audio) = packets(index, pool)
            queue.push(video)
            queue.push(audio)
            // Until the socket has taken all of it.
            repeat { _ = stage.step(now: clock.now) } while queue.level.packets > 0
            if monitor.statistics.state != .publishing { throw BenchError("the connection was lost") }
        }
        stop.request()
        while monitor.statistics.state != .ended { _ = stage.step(now: clock.now) }
        return result
    }
}
