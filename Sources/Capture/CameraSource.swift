import OnAirMedia

/// An opened camera: the seam behind which every video backend lives.
///
/// Opening happens when the backend's own type is made, and throws `CaptureError`. `start` is called once, before a
/// runner takes the source over; from then on its steps put each picture into the slot at the time it is captured,
/// and close the slot when the source ends or is asked to stop.
public protocol CameraSource: Stage {
    /// What the device really gives, which may differ from what was asked.
    var format: PictureFormat { get }
    /// Pictures per second that the device promises.
    var frameRate: FrameRate { get }
    /// Tells, once the slot is closed, whether the source failed.
    var end: SourceEnd { get }
    /// How its pictures are to be turned to stand upright. Default: they do already.
    var uprightTurn: ImageOrientation { get }

    /// Says where pictures go.
    ///
    /// - Parameters:
    ///   - output: newest wins; a picture displaced unseen counts as `late` in `ledger`.
    ///   - ledger: what this source lost, by reason.
    ///   - stop: asks the source to end.
    ///   - epoch: the kit's time zero. A source that makes its own time (simulated, file) counts from here.
    func start(into output: LatestSlot<Picture>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime)
}

extension CameraSource {
    public var uprightTurn: ImageOrientation { .up }
}
