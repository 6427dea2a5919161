import OnAirMedia

/// Makes an output's pictures ready for one consumer; its calls follow one another.
final class PictureDressing: Sendable {
    /// What every consumer of an output is given.
    final class Choice: Sendable {
        private let current = Lock(CaptureVideoDataOutput.PixelChoice.native)

        init() {}

        var value: CaptureVideoDataOutput.PixelChoice {
            get { current.withLock { $0 } }
            set { current.withLock { $0 = newValue } }
        }
    }

    private let choice: Choice
    private let dress = Lock(PictureDress())

    init(_ choice: Choice) { self.choice = choice }

    /// Whether `sample` is not handed over as it is.
    func hasWork(on sample: SampleBuffer, from connection: CaptureConnection?) -> Bool {
        guard let picture = sample.picture else { return false }
        return PictureDress.hasWork(
            on: picture, for: connection?.settings ?? .init(), mustBeI420: choice.value == .i420)
    }

    func ready(_ sample: SampleBuffer, from connection: CaptureConnection?) -> Result<SampleBuffer, SampleLoss> {
        guard let picture = sample.picture else { return .success(sample) }
        let (settings, mustBeI420) = (connection?.settings ?? .init(), choice.value == .i420)
        return dress.withLock { $0.dress(picture, for: settings, mustBeI420: mustBeI420) }.map { .picture($0) }
    }
}
