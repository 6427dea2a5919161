import OnAirALSA
import OnAirMedia

/// A sound card as a microphone.
///
/// Reads the card on its own thread, each time a period of about 10 ms has come, and makes blocks of 10 ms of it, each
/// with the time its first sample was captured (see `SoundAssembler`); the card says to the nanosecond when how many
/// samples were there. Where nobody read in time the oldest samples are left out: they count as `overrun`, in blocks,
/// and what follows keeps its own time. A card that has stopped is started again. Ends with an error of kind `lost`
/// when the card has gone, or does not start again.
public final class ALSAMicrophone: MicrophoneSource {
    public let format: SoundFormat
    public let end = SourceEnd()
    public var name: String { "alsa" }
    /// 1.5 s: a card tells of sound each 10 ms or so.
    public var patience: MediaTime? { .milliseconds(1500) }

    /// Blocks of 10 ms that may be on their way at one time.
    private static let poolCapacity = 600
    /// Starts without sound between them before the card counts as lost.
    private static let mostStarts = 5
    private static let startPause = MediaTime.milliseconds(50)
    /// Reads in one step; then whoever asks the stage to end is heard.
    private static let mostReads = 64

    private let stream: any ALSAStream
    private let microphone: String
    private let reader: ALSAReader
    private let period: MediaTime
    private var assembler: SoundAssembler
    private var lossCount: SoundLossCount
    private var running: Running?
    /// Starts since there was sound.
    private var starts = 0
    private var nextStart: HostTime?
    /// When the card was started anew; until there is sound from then on.
    private var startedAgain: HostTime?

    private struct Running {
        let output: any Outlet<SoundBlock>
        let ledger: DropLedger
        let stop: StopRequest
    }

    private enum Progress {
        case wait(StageWait)
        case failed(ALSAError)
    }

    /// - Parameters:
    ///   - stream: an open card that has not been started.
    ///   - name: the microphone's name for people.
    ///   - channels: how many to give of a card that has more than two, 1 or 2; nil for two.
    package init(_ stream: sending any ALSAStream, name: String, channels: Int? = nil) {
        let format = Self.format(of: stream.format, channels: channels)
        self.format = format
        microphone = name
        reader = ALSAReader(stream.format, channels: format.channels)
        period = MediaTime(value: Int64(stream.format.period), timescale: Int64(stream.format.sampleRate))
        assembler = SoundAssembler(format: format, poolCapacity: Self.poolCapacity)
        assembler.begin()
        lossCount = SoundLossCount(sampleRate: format.sampleRate)
        self.stream = stream
    }

    /// What becomes of what a card grants.
    static func format(of granted: ALSAStreamFormat, channels: Int?) -> SoundFormat {
        let wanted = granted.channels > 2 ? min(max(channels ?? 2, 1), 2) : granted.channels
        return SoundFormat(sampleRate: granted.sampleRate, channels: wanted)
    }

    public func start(
        into output: any Outlet<SoundBlock>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime
    ) {
        running = Running(output: output, ledger: ledger, stop: stop)
    }

    public func step(now: HostTime) -> StageWait {
        guard let running, !running.stop.isRequested else { return finish() }
        let progress: Progress
        do throws(ALSAError) {
            progress = .wait(try advance(running, now))
        } catch {
            progress = .failed(error)
        }
        lossCount.add(assembler.losses, to: running.ledger)
        switch progress {
        case .wait(let wait): return wait
        case .failed(let error):
            end.fail(CaptureError(running: error, microphone))
            return finish()
        }
    }

    /// Takes what is there.
    private func advance(_ running: Running, _ now: HostTime) throws(ALSAError) -> StageWait {
        var taken = 0
        for _ in 0..<Self.mostReads {
            let status = try stream.status()
            switch status.state {
            case .running:
                do throws(ALSAError) {
                    let count = try read(status, running, now)
                    taken += count
                    guard count > 0, count < status.available else { return waiting(now) }
                    // More than it can hold: it has no clock of its own.
                    if taken > stream.format.buffer { return look(now) }
                } catch  where error.isOverrun || error.isSuspension {
                    // Between the look and the read; the next look finds it.
                    continue
                }
            case .suspended:
                guard try resume(now) else { return .event(until: now.advanced(by: Self.startPause)) }
            case .stopped, .overrun:
                if let nextStart, now < nextStart { return .event(until: nextStart) }
                try startAgain(now)
            case .gone: throw ALSAError("snd_pcm_status", ALSAError.gone, of: stream.name)
            }
        }
        return .again
    }

    /// Reads once.
    ///
    /// - Returns: how many samples per channel.
    private func read(_ status: ALSAStreamStatus, _ running: Running, _ now: HostTime) throws(ALSAError) -> Int {
        let time = status.time ?? now
        var available = status.available
        if let again = startedAgain, available > 0 {
            startedAgain = nil
            assembler.lose(until: status.began ?? again) { give($0, running) }
        }
        if available > stream.format.buffer {
            // The card has written over the oldest, and goes on: a period more is out of its way.
            let lost = try stream.skip(available - stream.format.buffer + stream.format.period)
            append(UnsafeRawBufferPointer(start: nil, count: 0), lost, available, time, running)
            available -= lost
        }
        let wanted = min(available, reader.capacity)
        guard wanted > 0 else { return 0 }
        let count = try reader.read(stream, wanted) { samples, count in
            append(samples, count, available, time, running)
        }
        if count > 0 { (starts, nextStart) = (0, nil) }
        return count
    }

    private func append(
        _ samples: UnsafeRawBufferPointer, _ count: Int, _ available: Int, _ time: HostTime, _ running: Running
    ) {
        assembler.append(
            samples, frameCount: count, arrivedCount: available, arrival: time, sourceLatency: nil
        ) { give($0, running) }
    }

    private func give(_ block: SoundBlock, _ running: Running) {
        if running.output.accept(block) != nil { running.ledger.add(.overrun) }
    }

    private func resume(_ now: HostTime) throws(ALSAError) -> Bool {
        do throws(ALSAError) {
            guard try stream.resume() else { return false }
        } catch {
            // Hardware that forgets how it was set up.
            if error.isGone { throw error }
            try stream.start()
        }
        startedAgain = startedAgain ?? now
        return true
    }

    private func startAgain(_ now: HostTime) throws(ALSAError) {
        guard starts < Self.mostStarts else { throw ALSAError("snd_pcm_start", ALSAError.gone, of: stream.name) }
        starts += 1
        // The first start has nothing before it; after one without sound there is a pause.
        if assembler.clock.age > 0 || startedAgain != nil { startedAgain = startedAgain ?? now }
        nextStart = starts > 1 ? now.advanced(by: Self.startPause) : nil
        try stream.start()
    }

    private func waiting(_ now: HostTime) -> StageWait {
        guard let descriptor = stream.descriptor else { return look(now) }
        return .event(
            until: nil, descriptor: DescriptorInterest(descriptor: descriptor, readable: true, writable: false))
    }

    /// What tells nothing is looked at twice in a period.
    private func look(_ now: HostTime) -> StageWait {
        .event(until: now.advanced(byNanoseconds: max(period.nanoseconds / 2, 1_000_000)))
    }

    private func finish() -> StageWait {
        running?.output.close()
        running = nil
        return .finished
    }
}
