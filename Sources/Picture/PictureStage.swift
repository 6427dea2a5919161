import OnAirMedia
import OnAirPixels

/// Makes program pictures out of camera pictures: one for each point of the frame grid, cut, turned, mirrored, scaled
/// and in the stream's colour.
///
/// `GridPacer` decides when; `PictureConverter` does the work. The camera's slot wakes the stage. All state belongs to
/// the stage's thread, except what its Sendable parts share. Ends when the slot is closed and empty; then closes its
/// output. Whoever gives the stage to a runner keeps its Sendable parts: `controls`, `meter`, `pictureDelay`, `ledger`.
/// A repeat gives out the previous picture itself, without touching a pixel.
public final class PictureStage: Stage {
    /// What is fixed about the program's pictures for as long as the stage lives, and where the live settings start.
    public struct Settings: Sendable {
        /// Program pictures per second.
        public var rate: FrameRate
        /// The part of the camera's picture (as stored, before turning) that is used; nil for all of it. Of this part,
        /// the largest centred piece with the program's shape is shown.
        public var crop: PictureRect?
        /// Sizes, orientation and everything else that may change live, at the start.
        public var initial: PictureControls.Values
        /// Working pictures in use at most, at least 2: one being made, one kept for repeats, the rest on their way
        /// through queues and encoder.
        public var poolCapacity: Int

        public init(
            _ initial: PictureControls.Values, rate: FrameRate, crop: PictureRect? = nil, poolCapacity: Int = 8
        ) {
            self.rate = rate
            self.crop = crop
            self.initial = initial
            self.poolCapacity = poolCapacity
        }
    }

    public let name = "picture"
    /// Changes what is shown, from any thread.
    public let controls: PictureControls
    /// Pictures of the canvas as those see it who run the broadcast: one at each tick, the same one again where nothing
    /// has changed. Nothing is made while nobody is attached.
    public let preview = Tap<Picture>()
    /// How sound is placed against the pictures; known from the first program picture.
    public let pictureDelay: PictureDelay
    /// What the stage has done so far.
    public let meter = PictureMeter()
    /// Losses: `lagged`, `poolEmpty`, `corrupt`.
    public let ledger: DropLedger

    private let settings: Settings
    private let input: LatestSlot<Picture>
    private let output: Tap<ProgramPicture>
    private let clock: any HostClock
    private let pool: PicturePool
    private let converter = PictureConverter()
    private var pacer: GridPacer
    private var captureRate = CaptureRate()
    private var previous: Picture?

    /// Makes a stage that has not seen a picture.
    ///
    /// - Parameters:
    ///   - settings: what to make.
    ///   - input: the camera's slot, whose consumer is this stage's signal.
    ///   - output: where program pictures go.
    ///   - epoch: where grid point 0 lies.
    ///   - clock: the runner's clock; measures how long the work takes.
    ///   - pictureDelay: where the delay is stated.
    ///   - ledger: where losses are counted.
    public init(
        settings: Settings, input: LatestSlot<Picture>, output: Tap<ProgramPicture>, epoch: HostTime,
        clock: any HostClock, pictureDelay: PictureDelay = PictureDelay(), ledger: DropLedger = DropLedger()
    ) {
        self.settings = settings
        self.input = input
        self.output = output
        self.clock = clock
        self.pictureDelay = pictureDelay
        self.ledger = ledger
        controls = PictureControls(settings.initial)
        pool = PicturePool(format: .working(settings.initial.streamSize), capacity: max(settings.poolCapacity, 2))
        pacer = GridPacer(rate: settings.rate, epoch: epoch)
    }

    public func step(now: HostTime) -> StageWait {
        if input.isFinished {
            previous = nil
            output.close()
            return .finished
        }
        let waiting = input.peek().map { GridPacer.Waiting(sequence: $0.sequence, captureTime: $0.captureTime) }
        switch pacer.decide(now: now, waiting: waiting) {
        case .wait(let until): return .event(until: until)
        case .lagged(let count):
            ledger.add(.lagged, count: count)
            meter.update { $0.lagged += count }
        case .previous(let index): showPrevious(at: index)
        case .fresh(let index):
            // Taken only now, so that a picture that was displaced meanwhile counts as late at its source.
            if let picture = input.take() { showFresh(picture, at: index) } else { showPrevious(at: index) }
        }
        return .again
    }

    private func showFresh(_ picture: Picture, at index: Int64) {
        if let delay = pacer.pictureDelay { pictureDelay.set(delay) }
        let started = clock.now
        guard let made = make(from: picture) else { return showPrevious(at: index) }
        previous = made
        output.push(program(made, at: index, isRepeat: false))
        let ended = clock.now
        captureRate.add(sequence: picture.sequence, captureTime: picture.captureTime)
        let rate = captureRate.picturesPerSecond
        meter.update { statistics in
            statistics.capturedRate = rate
            statistics.addFresh(
                processTime: ended.nanoseconds(since: started),
                captureToProgram: ended.nanoseconds(since: picture.captureTime))
        }
    }

    private func showPrevious(at index: Int64) {
        guard let previous else { return }
        output.push(program(previous, at: index, isRepeat: true))
        meter.update { statistics in
            statistics.programPictures += 1
            statistics.repeats += 1
        }
    }

    private func program(_ picture: Picture, at index: Int64, isRepeat: Bool) -> ProgramPicture {
        ProgramPicture(
            picture: picture, gridIndex: index, time: settings.rate.time(ofFrame: index), isRepeat: isRepeat)
    }

    /// The working picture for a camera picture; nil, counted, when there is no room for it or it makes no sense.
    private func make(from picture: Picture) -> Picture? {
        guard var target = pool.take(captureTime: picture.captureTime, sequence: picture.sequence) else {
            ledger.add(.poolEmpty)
            meter.update { $0.poolEmpty += 1 }
            return nil
        }
        let values = controls.values
        let upright = picture.orientation.then(values.orientation)
        let orientation = values.isStreamMirrored ? upright.mirrored : upright
        do throws(PixelError) {
            let crop = try crop(of: picture.format.size, turnedBy: orientation)
            try converter.convert(picture, crop: crop, orientation: orientation, into: &target)
            return target.freeze()
        } catch {
            ledger.add(.corrupt)
            meter.update { $0.lastError = error }
            return nil
        }
    }

    private func crop(of camera: PictureSize, turnedBy orientation: ImageOrientation) throws(PixelError) -> PictureRect
    {
        let whole = PictureRect(camera)
        guard let part = (settings.crop ?? whole).intersection(whole) else {
            throw .cropOutside(settings.crop ?? whole, camera)
        }
        let piece = part.size.centredCrop(toShapeOf: settings.initial.streamSize.turned(orientation.inverse))
        return PictureRect(x: part.x + piece.x, y: part.y + piece.y, width: piece.width, height: piece.height)
    }
}
