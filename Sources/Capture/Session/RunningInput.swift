import OnAirMedia

/// One input on a runner: its stage, and where what it captures goes.
struct RunningInput: Sendable {
    let handle: StageHandle
    /// Whether it gives samples.
    let arrival: CaptureArrival
    private let input: CaptureDeviceInput
    private let signal: WakeSignal
    private let stop: StopRequest
    private let feed: Feed

    /// How long the first sample of an input that is not added yet may take: somebody waits for it.
    private static let firstPatience = MediaTime.milliseconds(5000)

    /// How an input comes into its session.
    enum Way: Sendable {
        /// It is added.
        case added
        /// It is about to be added: it gives its samples as if it had been.
        case arriving
        /// It is kept ready, for as long as it takes: once samples come they are not wanted.
        case warm
    }

    private enum Feed: Sendable {
        case video(CaptureFeed<Picture>)
        case audio(CaptureFeed<SoundBlock>)
    }

    /// Puts `input` on `runner`.
    ///
    /// - Parameters:
    ///   - connections: what leads away from it.
    ///   - arrival: told when samples come, and when the stage has finished.
    ///   - way: whether, in place of those, nobody is to get its samples yet.
    ///   - log: where it tells that the device could not be set again as it was.
    ///   - tell: called on the stage's thread.
    init(
        _ input: CaptureDeviceInput, connections: [CaptureConnection], arrival: CaptureArrival, way: Way,
        runner: any StageRunner, epoch: HostTime, ledger: DropLedger, log: Log,
        tell: @escaping @Sendable (CaptureInputNotice) -> Void
    ) {
        self.input = input
        self.arrival = arrival
        let signal = runner.makeSignal()
        self.signal = signal
        stop = StopRequest(signal: signal)
        let opened = input.takeOpened()
        switch input.mediaType {
        case .video:
            let feed = CaptureFeed<Picture>()
            self.feed = .video(feed)
            Self.connect(feed, connections)
            Self.await(arrival, way, feed)
            let first: CaptureInputStage<Picture>.Opened? =
                if case .camera(let box, let generation)? = opened { box.take().map { ($0, generation) } } else { nil }
            let stage = CaptureInputStage<Picture>(
                name: "camera", first: first,
                opening: .init(
                    deviceName: input.device.localizedName,
                    open: { () throws(CaptureError) in try input.openCameraAgain(log) },
                    closed: { input.closed() }, generation: { input.currentGeneration },
                    holders: { input.device.closingStages }, returns: { input.returns }),
                feed: feed, ledger: ledger, stop: stop, signal: signal, epoch: epoch,
                firstPatience: way == .added ? nil : Self.firstPatience, tell: tell)
            input.wake(signal)
            handle = runner.add(stage, signal: signal)
            Self.tell(arrival, about: handle, of: input.device.localizedName)
        case .audio:
            let feed = CaptureFeed<SoundBlock>()
            self.feed = .audio(feed)
            Self.connect(feed, connections)
            Self.await(arrival, way, feed)
            let first: CaptureInputStage<SoundBlock>.Opened? =
                if case .microphone(let box, let generation)? = opened {
                    box.take().map { ($0, generation) }
                } else { nil }
            let stage = CaptureInputStage<SoundBlock>(
                name: "microphone", first: first,
                opening: .init(
                    deviceName: input.device.localizedName,
                    open: { () throws(CaptureError) in try input.openMicrophone() },
                    closed: { input.closed() }, generation: { input.currentGeneration },
                    holders: { input.device.closingStages }, returns: { input.returns }),
                feed: feed, ledger: ledger, stop: stop, signal: signal, epoch: epoch,
                firstPatience: way == .added ? nil : Self.firstPatience, tell: tell)
            input.wake(signal)
            handle = runner.add(stage, signal: signal)
            Self.tell(arrival, about: handle, of: input.device.localizedName)
        }
    }

    private static func tell(_ arrival: CaptureArrival, about handle: StageHandle, of name: String) {
        handle.whenFinished { arrival.fail(CaptureError(.lost, "\(name) has been let go.")) }
    }

    /// Nobody gets the samples yet, but the first one is told.
    private static func `await`<Element: Sendable>(
        _ arrival: CaptureArrival, _ way: Way, _ feed: CaptureFeed<Element>
    ) {
        guard way != .added else { return }
        let take: @Sendable (Element) -> Void = { [weak feed] _ in
            arrival.decide(.arrived)
            // From here on nobody wants them.
            if way == .warm { feed?.set([]) }
        }
        feed.set([.init(take: take, lose: { _, _, _ in })])
    }

    /// From the next sample on, exactly these connections get it.
    func connect(_ connections: [CaptureConnection]) {
        switch feed {
        case .video(let feed): Self.connect(feed, connections)
        case .audio(let feed): Self.connect(feed, connections)
        }
        // The source is told before its next sample whether it is wanted.
        signal.wake()
    }

    /// Asks the device to be let go.
    func requestStop() {
        input.device.isClosing(handle)
        stop.request()
    }

    private static func connect(_ feed: CaptureFeed<Picture>, _ connections: [CaptureConnection]) {
        feed.set(
            connections.compactMap { connection in
                guard let port = connection.output?.port, case .pictures(let sink) = port.sink else { return nil }
                return .init(
                    take: { if connection.isEnabled { sink($0, connection) } }, lose: lose(port.lost, connection))
            })
    }

    private static func connect(_ feed: CaptureFeed<SoundBlock>, _ connections: [CaptureConnection]) {
        feed.set(
            connections.compactMap { connection in
                guard let port = connection.output?.port, case .sound(let sink) = port.sink else { return nil }
                return .init(
                    take: { if connection.isEnabled { sink($0, connection) } }, lose: lose(port.lost, connection))
            })
    }

    private static func lose(
        _ lost: @escaping @Sendable (CaptureDrop, CaptureConnection) -> Void, _ connection: CaptureConnection
    ) -> @Sendable (CaptureDrop.Reason, Int, HostTime) -> Void {
        { reason, count, time in
            guard connection.isEnabled else { return }
            lost(CaptureDrop(reason, of: connection.mediaType, at: time, count: count), connection)
        }
    }
}
