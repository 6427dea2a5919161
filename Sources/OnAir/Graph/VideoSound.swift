import OnAirCapture
import OnAirMedia
import OnAirPicture
import OnAirSound

/// The sound of a layer's video: a file source that runs `SoundTrack.lead` ahead of the pictures.
final class VideoSound: Sendable {
    let track: SoundTrack
    private let stop: StopRequest

    /// Begins as soon as the first picture of the video says since when it plays.
    ///
    /// - Parameter source: opened; nobody else uses it.
    init(
        _ source: TransferBox<FileMicrophone>, volume: Double, playback: VideoPlayback, runner: any StageRunner,
        ledger: DropLedger
    ) {
        let track = SoundTrack(volume: volume)
        let signal = runner.makeSignal()
        let stop = StopRequest(signal: signal)
        (self.track, self.stop) = (track, stop)
        playback.whenStarted { start in
            guard !stop.isRequested, let file = source.take() else { return }
            file.start(
                into: track.input, ledger: ledger, stop: stop,
                at: start.advanced(byNanoseconds: -track.lead.nanoseconds))
            runner.add(file, signal: signal)
        }
    }

    deinit { stop.request() }
}
