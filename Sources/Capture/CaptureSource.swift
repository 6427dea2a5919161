import OnAirMedia

/// An opened device that gives its samples, step by step.
///
/// Opening happens before, in a driver, and throws `CaptureError`. `start` is called once, before a runner takes the
/// source over; from then on its steps put each sample into the outlet once it has been captured, and close the outlet
/// when the source ends or is asked to stop. Letting go of the source lets go of the device.
public protocol CaptureSource<Element>: Stage {
    /// `Picture` or `SoundBlock`.
    associatedtype Element: Sendable

    /// Tells, once the outlet is closed, whether the source failed.
    var end: SourceEnd { get }

    /// How long the source may give nothing before it counts as lost. Nil, the default: for ever. What it counts as lost
    /// for want of memory (`poolEmpty`) or as broken (`corrupt`) is a sign of life.
    var patience: MediaTime? { get }

    /// Does what takes long before the first sample, such as allocating and painting, on the thread of whoever opens the
    /// device. Called at most once, before `start`, and only where the source is sure to be started as it was opened;
    /// what was not done by then `start` does. Default: nothing.
    func prepare()

    /// Whether anybody takes the samples just now. While nobody does, a source that runs goes on taking them from its device,
    /// so that the next one is there at once when somebody does again, but leaves out what is costly, such as decoding.
    /// Called on the source's thread, between two steps. Default: nothing, and every sample goes to the outlet.
    func setWanted(_ isWanted: Bool)

    /// How many samples it took from its device and let go because nobody wanted them: a sign of life, and no loss.
    /// Default 0.
    var discarded: Int64 { get }

    /// Says where samples go.
    ///
    /// - Parameters:
    ///   - output: what it has no room for counts in `ledger`: a picture as `late`, a block of sound as `overrun`.
    ///   - ledger: what this source lost, by reason.
    ///   - stop: asks the source to end.
    ///   - epoch: the time zero. A source that makes its own time (simulated, file) counts from here.
    func start(into output: any Outlet<Element>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime)
}

/// An opened camera: the seam behind which every video backend lives.
public protocol CameraSource: CaptureSource<Picture> {
    /// What the device really gives, which may differ from what was asked. A picture that differs again says so itself.
    var format: PictureFormat { get }
    /// Pictures per second that the device promises.
    var frameRate: FrameRate { get }
}

/// An opened microphone: the seam behind which every audio backend lives. Blocks are pushed once their last sample has
/// been captured.
public protocol MicrophoneSource: CaptureSource<SoundBlock> {
    /// What the device really gives, which may differ from what was asked.
    var format: SoundFormat { get }
}

extension CaptureSource {
    public var patience: MediaTime? { nil }
    public func prepare() {}
    public func setWanted(_ isWanted: Bool) {}
    public var discarded: Int64 { 0 }
}
