import OnAirMedia
import OnAirPixels

/// Makes program pictures out of camera pictures and layers: one for each point of the frame grid, in the stream's colour.
///
/// `GridPacer` decides when; `PictureMaker` does the work. The camera's slot wakes the stage. All state belongs to the
/// stage's thread, except what its Sendable parts share. Ends when the slot is closed and empty; then closes its outputs.
/// Whoever gives the stage to a runner keeps its Sendable parts: `controls`, `preview`, `meter`, `pictureDelay`, `ledger`.
/// Where nothing has changed, the previous picture itself is given out, without touching a pixel.
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
    private let maker: PictureMaker
    private var pacer: GridPacer
    private var captureRate = CaptureRate()

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
        maker = PictureMaker(
            controls: controls, crop: settings.crop, poolCapacity: max(settings.poolCapacity, 2), clock: clock)
        pacer = GridPacer(rate: settings.rate, epoch: epoch)
    }

    public func step(now: HostTime) -> StageWait {
        if input.isFinished {
            maker.end()
            output.close()
            preview.close()
            return .finished
        }
        let waiting = input.peek().map { GridPacer.Waiting(sequence: $0.sequence, captureTime: $0.captureTime) }
        switch pacer.decide(now: now, waiting: waiting) {
        case .wait(let until): return .event(until: until)
        case .lagged(let count):
            ledger.add(.lagged, count: count)
            meter.update { $0.lagged += count }
        case .previous(let index): show(nil, at: index)
        case .fresh(let index):
            // Taken only now, so that a picture that was displaced meanwhile counts as late at its source.
            show(input.take(), at: index)
        }
        return .again
    }

    /// Gives out what shows at grid point `index`.
    private func show(_ fresh: Picture?, at index: Int64) {
        if fresh != nil, let delay = pacer.pictureDelay { pictureDelay.set(delay) }
        let started = clock.now
        let time = settings.rate.time(ofFrame: index)
        let tick = maker.make(fresh, at: time, isWatched: preview.isAttached)
        if let program = tick.program {
            output.push(
                ProgramPicture(picture: program, gridIndex: index, time: time, isRepeat: tick.isRepeat))
        }
        let ended = clock.now
        if let picture = tick.preview { preview.push(picture) }
        if let fresh { captureRate.add(sequence: fresh.sequence, captureTime: fresh.captureTime) }
        count(tick, fresh, started: started, ended: ended)
    }

    private func count(_ tick: PictureMaker.Tick, _ fresh: Picture?, started: HostTime, ended: HostTime) {
        switch tick.trouble {
        case .poolEmpty where fresh != nil: ledger.add(.poolEmpty)
        case .corrupt: ledger.add(.corrupt)
        case .poolEmpty, .layer, nil: break
        }
        let rate = captureRate.picturesPerSecond
        let (work, filters) = (maker.work, maker.values.filters)
        meter.update { statistics in
            statistics.capturedRate = rate
            switch tick.trouble {
            case .poolEmpty: statistics.poolEmpty += fresh == nil ? 0 : 1
            case .corrupt(let error), .layer(let error): statistics.lastError = error
            case nil: break
            }
            if tick.program != nil {
                if tick.isRepeat {
                    statistics.addRepeat()
                } else if let fresh {
                    statistics.addFresh(
                        processTime: ended.nanoseconds(since: started),
                        captureToProgram: ended.nanoseconds(since: fresh.captureTime))
                } else {
                    statistics.addRedrawn()
                }
            }
            if tick.preview != nil { statistics.previewPictures += 1 }
            statistics.add(work, filters)
        }
    }
}
