import OnAirMedia
import OnAirPulse

/// A source of a sound server as a microphone.
///
/// libpulse's thread makes blocks of 10 ms out of what the server sends, each with the time its first sample was
/// captured, and leaves them in a queue that holds 5 s; this stage passes them on, each when its time has come: a source
/// that gathers its sound gives seconds at a time, which count as captured one after the other (see `SoundAssembler`). What the server or the queue loses
/// counts as `overrun`, what the server gives twice as `overlapped`. Ends with an error of kind `lost` when the source
/// or the server is gone. Asked to end, it does so at once, whatever the server does.
public final class PulseMicrophone: MicrophoneSource {
    public let format: SoundFormat
    public let end = SourceEnd()
    public var name: String { "pulse" }

    /// 1.5 s: a server sends each 10 ms or so, and nothing at all where it has let go of a stream. In the first 3 s there
    /// is no such limit: a source that slept may have set its clock for 2 s ahead. What opening took counts too, so until
    /// then it is longer by that.
    public private(set) var patience: MediaTime? = PulseMicrophone.firstPatience + PulseServer.patience

    private static let firstPatience = MediaTime.milliseconds(3000)
    private static let usualPatience = MediaTime.milliseconds(1500)

    private let feed: PulseFeed
    private var firstStep: HostTime?
    private var recorder: PulseRecorder?
    private var running: Running?
    /// The oldest block whose time has not come.
    private var early: SoundBlock?
    private var lossCount: SoundLossCount

    private struct Running {
        let output: any Outlet<SoundBlock>
        let ledger: DropLedger
        let stop: StopRequest
    }

    /// Opens the source `name`.
    ///
    /// - Parameters:
    ///   - address: the server; nil for the one libpulse finds.
    ///   - channels: how many to ask for where the source has more than two.
    /// - Throws: `CaptureError` of kind `missing`, `denied` or `unusable`.
    init(address: String?, source name: String, channels: Int?) throws(CaptureError) {
        let feed = PulseFeed()
        do throws(PulseError) {
            let recorder = try PulseRecorder(
                address: address, source: name, channels: channels, ended: { feed.fail($0) },
                take: { feed.take($0, $1) })
            format = SoundFormat(sampleRate: recorder.format.sampleRate, channels: recorder.format.channels)
            self.recorder = recorder
        } catch {
            throw CaptureError(opening: error)
        }
        lossCount = SoundLossCount(sampleRate: format.sampleRate)
        self.feed = feed
    }

    public func start(
        into output: any Outlet<SoundBlock>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime
    ) {
        running = Running(output: output, ledger: ledger, stop: stop)
        feed.begin(stop)
    }

    public func step(now: HostTime) -> StageWait {
        guard let running else { return .finished }
        guard !running.stop.isRequested else { return finish(running) }
        if firstStep == nil { forgetOld(now) }
        firstStep = firstStep ?? now
        if let firstStep, now.time(since: firstStep) > Self.firstPatience { patience = Self.usualPatience }
        while let block = early ?? feed.blocks.pop() {
            early = nil
            guard now >= Self.due(block) else {
                early = block
                break
            }
            if running.output.accept(block) != nil { running.ledger.add(.overrun) }
        }
        lossCount.add(feed.losses, to: running.ledger)
        if let error = feed.error {
            end.fail(CaptureError(running: error))
            return finish(running)
        }
        return .event(until: early.map(Self.due))
    }

    /// When the last sample of `block` is captured.
    private static func due(_ block: SoundBlock) -> HostTime {
        block.captureTime.advanced(
            by: MediaTime(value: Int64(block.sampleCount), timescale: Int64(block.format.sampleRate)))
    }

    /// Leaves out what was gathered for times before anybody listened.
    private func forgetOld(_ now: HostTime) {
        while let block = feed.blocks.pop() {
            guard
                Self.due(block)
                    < now.advanced(
                        byNanoseconds: -SoundAssembler.longestGathering.nanoseconds)
            else {
                early = block
                return
            }
        }
    }

    private func finish(_ running: Running) -> StageWait {
        recorder = nil
        self.running = nil
        running.output.close()
        return .finished
    }
}
