import OnAirMedia
import OnAirSystem
import OnAirWire

/// Records the program into one FLV file. Begins with an IDR picture; what has been written plays at any moment, and at
/// the end duration and size are put into the front.
///
/// A disk that fails ends this recording with one event; others never notice. Belongs to its runner's thread, which a
/// slow disk may hold up for a while: then the send queue defends itself as for a slow network.
public final class FLVRecordingStage: Stage {
    /// Bytes are given to the file in pieces of about this size where more packets wait.
    private static let pieceSize = 256 << 10

    public let name = "recording"
    private let path: String
    private let format: ProgramFormat
    private let queue: SendQueue
    private let stop: StopRequest
    private let monitor: DestinationMonitor
    private let clock: any HostClock
    private let log: Log
    private let tell: @Sendable (DestinationEvent) -> Void
    private var writer: FLVWriter
    /// What the pictures are, as last written into the file.
    private var announced: VideoTrackFormat?
    private var file: OutputFile?
    /// When it began to record.
    private var begun: HostTime?
    private var span = RecordedSpan()
    private var marks = Ring<LatencyMark>(capacity: 256)
    private var isEnded = false

    /// A recording that creates its file at its first step.
    ///
    /// - Parameters:
    ///   - path: where; a file that is there is replaced, unless somebody else is writing it.
    ///   - format: the program's tracks.
    ///   - queue: this recording's own, open, with this stage's signal as consumer.
    ///   - stop: asks it to end.
    ///   - monitor: where its figures go.
    ///   - clock: the runner's.
    ///   - events: called on the stage's thread, in order.
    public init(
        path: String, format: ProgramFormat, queue: SendQueue, stop: StopRequest,
        monitor: DestinationMonitor = DestinationMonitor(), clock: any HostClock, log: Log = .silent,
        events: @escaping @Sendable (DestinationEvent) -> Void
    ) {
        self.path = path
        self.format = format
        self.queue = queue
        self.stop = stop
        self.monitor = monitor
        self.clock = clock
        self.log = log.labelled("recording")
        tell = events
        announced = format.video
        writer = FLVWriter(outputCapacity: Self.pieceSize * 2)
    }

    public func step(now: HostTime) -> StageWait {
        if isEnded { return .finished }
        if stop.isRequested { queue.close() }
        do throws(SystemError) {
            guard let file = try openFile() else { return .finished }
            try record(into: file)
            if queue.isFinished {
                try finish(file)
                end(stop.isRequested ? .stopped : .finished)
            }
        } catch {
            end(.failed(DestinationError(error.kind == .inUse ? .fileInUse : .fileFailed, path, error)))
        }
        publishFigures()
        return isEnded ? .finished : .wake
    }

    /// The file, created the first time; nil when the format cannot be recorded.
    private func openFile() throws(SystemError) -> OutputFile? {
        if let file { return file }
        announced = queue.videoFormat ?? format.video
        do throws(TrackHeaderError) {
            try writer.begin(format: ProgramFormat(video: announced, audio: format.audio))
        } catch {
            end(.failed(DestinationError(.unusableFormat, path, error)))
            return nil
        }
        let created = try OutputFile(creating: path)
        file = created
        begun = clock.now
        report(.state(.publishing))
        return created
    }

    private func record(into file: OutputFile) throws(SystemError) {
        while let packet = queue.pop() {
            take(packet)
            if writer.output.count >= Self.pieceSize || marks.count == 256 { try flush(into: file) }
        }
        try flush(into: file)
    }

    private func take(_ packet: EncodedPacket) {
        announceAnew(before: packet)
        switch writer.write(packet) {
        case .written(let bytes):
            span.add(packet, format: format)
            marks.append(
                LatencyMark(
                    end: writer.output.totalAppended, track: packet.track, bytes: bytes,
                    captureTime: packet.captureTime))
        case .dropped(.beforeOrigin), .dropped(.notPublishing): break
        case .dropped(.timeNotRising), .dropped(.awaitingKeyframe), .dropped(.malformed), .dropped(.noSuchTrack):
            queue.ledger.add(.corrupt)
            if packet.track == .video { queue.resynchronise() }
        }
    }

    /// An encoder that was opened anew makes other pictures from this IDR picture on.
    private func announceAnew(before packet: EncodedPacket) {
        guard packet.track == .video, packet.isKeyframe else { return }
        let present = packet.videoFormat ?? format.video
        guard present != announced else { return }
        announced = present
        do throws(TrackHeaderError) {
            try writer.begin(format: ProgramFormat(video: present, audio: format.audio))
        } catch {
            log.warning(
                "the new format cannot be recorded", [LogField("path", path), LogField("error", error.message)])
        }
    }

    private func flush(into file: OutputFile) throws(SystemError) {
        guard !writer.output.isEmpty else { return }
        let whole = file.byteCount
        let result = writer.output.withReadableBytes { bytes in
            Result { () throws(SystemError) in try file.append(bytes) }
        }
        writer.output.removeAll()
        if case .failure = result {
            // Half a tag helps nobody: what was whole before stays, and its end is told.
            try? file.truncate(to: whole)
            try? finish(file)
        }
        try result.get()
        let now = clock.now
        while let mark = marks.removeFirst() { monitor.count(mark, now: now) }
    }

    /// Duration and size into the front, then closed.
    private func finish(_ file: OutputFile) throws(SystemError) {
        try Self.put(span.seconds, at: FLVWriter.durationOffset, in: file)
        try Self.put(Double(file.byteCount), at: FLVWriter.fileSizeOffset, in: file)
        try file.close()
    }

    private static func put(_ value: Double, at offset: Int, in file: OutputFile) throws(SystemError) {
        let result = withUnsafeBytes(of: value.bitPattern.bigEndian) { bytes in
            Result { () throws(SystemError) in try file.overwrite(bytes, at: offset) }
        }
        try result.get()
    }

    private func publishFigures() {
        let level = queue.level
        let dropped = queue.dropped
        let bytes = Int64(file?.byteCount ?? 0)
        let state: DestinationState = isEnded ? .ended : .publishing
        let since = isEnded ? nil : begun
        monitor.update { figures in
            figures.state = state
            figures.publishingSince = since
            figures.bytesSent = bytes
            figures.queue = level
            figures.dropped = dropped
        }
    }

    private func end(_ reason: DestinationEnding) {
        guard !isEnded else { return }
        isEnded = true
        queue.close()
        log.debug("ended", [LogField("path", path)])
        report(.ended(reason))
    }

    private func report(_ kind: DestinationEvent.Kind) { tell(DestinationEvent(attempt: 1, kind: kind)) }
}
