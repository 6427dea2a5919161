import OnAirMedia

/// An opened microphone: the seam behind which every audio backend lives.
///
/// Opening happens when the backend's own type is made, and throws `CaptureError`. `start` is called once, before a
/// runner takes the source over; from then on its steps push each block once its last sample has been captured, and
/// close the queue when the source ends or is asked to stop.
public protocol MicrophoneSource: Stage {
    /// What the device really gives, which may differ from what was asked.
    var format: SoundFormat { get }
    /// Tells, once the queue is closed, whether the source failed.
    var end: SourceEnd { get }

    /// Says where blocks go.
    ///
    /// - Parameters:
    ///   - output: holds 200 ms; when full the newest block is lost and counts as `overrun` in `ledger`; the sound
    ///     stage fills its place with counted silence.
    ///   - ledger: what this source lost, by reason.
    ///   - stop: asks the source to end.
    ///   - epoch: the kit's time zero. A source that makes its own time (simulated, file) counts from here.
    func start(into output: BoundedQueue<SoundBlock>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime)
}
