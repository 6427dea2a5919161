import OnAirJPEG
import OnAirMedia
import OnAirV4L2

/// A V4L2 camera that gives its pictures.
///
/// Raw pictures are shown where the driver has written them, without a copy; a buffer goes back to the driver once
/// nobody looks at it. Two always stay with the driver: where others hold all the rest, the newest picture is dropped
/// and counts
/// as `poolEmpty`. A damaged, short or empty one counts as `corrupt`, and what the device has captured but the driver
/// never handed over, as gaps in its numbers tell, as `late`.
///
/// A picture is captured when the driver says so on the monotonic clock, else when it arrives. Ends with an error of
/// kind `lost` when the driver refuses to go on. Then, and when it is asked to end, the device is free at once, and
/// pictures that are still held stay readable.
public final class V4L2Camera: CameraSource {
    /// One being written, one waiting to be, one each for the mixer, its slot, a preview and an app, and two spare.
    static let bufferCount = 8

    public let format: PictureFormat
    public let frameRate: FrameRate
    public let end = SourceEnd()
    public var name: String { "v4l2" }

    /// 3 s for the first picture, which some devices take long for. Then five times the longest it took between two of
    /// the last pictures, at least 1 s: in low light a camera may take its time.
    public var patience: MediaTime? {
        guard lastTime != nil else { return .milliseconds(3000) }
        let interval = max(frameRate.frameDuration.nanoseconds, slowest)
        return .nanoseconds(max(1_000_000_000, min(interval, 60_000_000_000) * 5))
    }

    private let deviceName: String
    private let mounting: ImageOrientation
    private let fieldOfView: @Sendable () -> SensorRect
    private var stream: V4L2Stream?
    private var slots: [V4L2Slot]
    private let decoder: MJPEGDecoder?
    /// Called while the device is still open.
    private let lettingGo: @Sendable () -> Void
    /// Buffers that the driver has.
    private var inDriver = 0
    /// Buffers that stay with the driver.
    private let reserve: Int
    private var isOn = false
    private var problem: V4L2Error?
    private var running: Running?
    /// Pictures from before this were captured for nobody.
    private var begin: HostTime?
    private var isWanted = true
    public private(set) var discarded: Int64 = 0
    private var lastSequence: UInt32?
    private var count: Int64 = 0
    private var lastTime: HostTime?
    /// The longest of late between two pictures, in nanoseconds; forgotten little by little.
    private var slowest: Int64 = 0

    private struct Running {
        let output: any Outlet<Picture>
        let ledger: DropLedger
        let stop: StopRequest
    }

    init(
        _ setup: V4L2Setup, _ stream: sending V4L2Stream, _ decoder: sending MJPEGDecoder?, name: String,
        mounting: ImageOrientation, fieldOfView: @escaping @Sendable () -> SensorRect,
        lettingGo: @escaping @Sendable () -> Void
    ) {
        (format, frameRate, deviceName) = (setup.pictureFormat, setup.frameRate, name)
        (self.mounting, self.fieldOfView) = (mounting, fieldOfView)
        let format = format
        let neutral = setup.layout.isGrey ? Self.greyChroma(format) : nil
        slots =
            setup.planes.map { planes in
                stream.mappings.map { V4L2Slot(format, planes, $0, neutral: neutral) }
            } ?? []
        (self.decoder, self.lettingGo) = (decoder, lettingGo)
        reserve = min(2, stream.mappings.count - 1)
        self.stream = stream
    }

    /// Lets the device stream, so that the first picture is there when somebody wants it.
    public func prepare() {
        guard !isOn, let stream else { return }
        isOn = true
        do throws(V4L2Error) {
            for index in stream.mappings.indices { try stream.queue(index) }
            inDriver = stream.mappings.count
            try stream.start()
        } catch {
            problem = error
        }
    }

    public func start(into output: any Outlet<Picture>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime) {
        prepare()
        running = Running(output: output, ledger: ledger, stop: stop)
    }

    /// While nobody wants them, pictures are neither decoded nor counted as lost: their buffers go straight back.
    public func setWanted(_ isWanted: Bool) { self.isWanted = isWanted }

    public func step(now: HostTime) -> StageWait {
        guard let running, let stream else { return .finished }
        guard !running.stop.isRequested else { return finish(running) }
        begin = begin ?? now.advanced(byNanoseconds: -frameRate.frameDuration.nanoseconds)
        do throws(V4L2Error) {
            if let problem { throw problem }
            try reclaim(stream)
            // A driver that is faster than this still lets others step.
            for _ in stream.mappings {
                guard let buffer = try stream.dequeue() else { return wait(stream, now) }
                inDriver -= 1
                try take(buffer, stream, running, now)
            }
            return .again
        } catch {
            end.fail(CaptureError(running: error, of: deviceName))
            return finish(running)
        }
    }

    private func wait(_ stream: V4L2Stream, _ now: HostTime) -> StageWait {
        // With nothing to fill, a driver has nothing to tell.
        guard inDriver > 0 else {
            return .event(until: now.advanced(byNanoseconds: frameRate.frameDuration.nanoseconds / 4))
        }
        let descriptor = stream.node.descriptor
        return .event(
            until: nil,
            descriptor: descriptor < 0
                ? nil : DescriptorInterest(descriptor: descriptor, readable: true, writable: false))
    }

    deinit { letGo() }

    private func letGo() {
        guard stream != nil else { return }
        lettingGo()
        slots = []
        stream = nil
    }

    private func finish(_ running: Running) -> StageWait {
        letGo()
        self.running = nil
        running.output.close()
        return .finished
    }

    private func reclaim(_ stream: V4L2Stream) throws(V4L2Error) {
        for index in slots.indices where slots[index].reclaim() { try give(index, stream) }
    }

    private func give(_ index: Int, _ stream: V4L2Stream) throws(V4L2Error) {
        try stream.queue(index)
        inDriver += 1
    }

    private func take(
        _ buffer: V4L2Buffer, _ stream: V4L2Stream, _ running: Running, _ now: HostTime
    ) throws(V4L2Error) {
        // A clock that is ahead of ours, or stands, is none.
        let time = buffer.time.flatMap { $0 <= now && now.nanoseconds(since: $0) < 10_000_000_000 ? $0 : nil } ?? now
        if let begin, time < begin, lastTime == nil { return try give(buffer.index, stream) }
        guard isWanted else {
            _ = number(buffer.sequence, nil)
            noteInterval(to: time)
            discarded += 1
            return try give(buffer.index, stream)
        }
        let sequence = number(buffer.sequence, running.ledger)
        guard !buffer.isDamaged else { return try skip(.corrupt, buffer, stream, running) }
        if let decoder {
            let picture = decode(decoder, buffer, stream, time, sequence)
            // The bytes have been read: the driver can have them back before anybody looks at the picture.
            try give(buffer.index, stream)
            switch picture {
            case .success(let picture): hand(picture.cut(to: fieldOfView()).oriented(mounting), running)
            case .failure(.noPicture): running.ledger.add(.poolEmpty)
            case .failure: running.ledger.add(.corrupt)
            }
            return
        }
        guard slots[buffer.index].holds(buffer.planes) else {
            return try skip(.corrupt, buffer, stream, running)
        }
        guard inDriver >= reserve else { return try skip(.poolEmpty, buffer, stream, running) }
        let part = PictureRect(fieldOfView(), of: format.size)
        hand(
            Picture(
                buffer: slots[buffer.index].lend(part, buffer.planes), captureTime: time, sequence: sequence,
                orientation: mounting), running)
    }

    private func decode(
        _ decoder: MJPEGDecoder, _ buffer: V4L2Buffer, _ stream: V4L2Stream, _ time: HostTime, _ sequence: Int64
    ) -> Result<Picture, JPEGError> {
        let (used, offset) = (Int(buffer.planes.used[0]), Int(buffer.planes.offset[0]))
        let memory = stream.mappings[buffer.index][0]
        guard offset < used, used <= memory.length else { return .failure(.empty) }
        do throws(JPEGError) {
            return .success(
                try decoder.decode(
                    UnsafeRawBufferPointer(start: memory.base + offset, count: used - offset), captureTime: time,
                    sequence: sequence))
        } catch {
            return .failure(error)
        }
    }

    private func skip(
        _ reason: DropLedger.Reason, _ buffer: V4L2Buffer, _ stream: V4L2Stream, _ running: Running
    ) throws(V4L2Error) {
        running.ledger.add(reason)
        try give(buffer.index, stream)
    }

    private func hand(_ picture: Picture, _ running: Running) {
        noteInterval(to: picture.captureTime)
        if running.output.accept(picture) != nil { running.ledger.add(.late) }
    }

    private func noteInterval(to time: HostTime) {
        if let lastTime {
            let interval = max(0, time.nanoseconds(since: lastTime))
            slowest = max(interval, slowest - slowest / 16)
        }
        lastTime = time
    }

    /// Counts pictures from 0 as the device does, and what is missing in between. Drivers that do not count are
    /// believed to miss nothing.
    private func number(_ sequence: UInt32, _ ledger: DropLedger?) -> Int64 {
        guard let last = lastSequence else {
            lastSequence = sequence
            return 0
        }
        let step = Int64(sequence &- last)
        lastSequence = sequence
        // Backwards or far ahead: the driver has started again.
        let advance = step > 0 && step < 1 << 16 ? step : 1
        if advance > 1 { ledger?.add(.late, count: advance - 1) }
        count += advance
        return count
    }

    /// A picture whose chroma is that of grey.
    private static func greyChroma(_ format: PictureFormat) -> PictureBuffer {
        let buffer = PictureBuffer(format: format)
        for index in 1..<3 {
            let (base, stride) = buffer.plane(index)
            base.update(repeating: 128, count: stride * format.pixels.rows(ofPlane: index, height: format.size.height))
        }
        return buffer
    }
}
