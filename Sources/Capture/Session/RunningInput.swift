import OnAirMedia

/// One input on a runner: its stage, and where what it captures goes.
struct RunningInput: Sendable {
    let handle: StageHandle
    private let input: CaptureDeviceInput
    private let stop: StopRequest
    private let feed: Feed

    private enum Feed: Sendable {
        case video(CaptureFeed<Picture>)
        case audio(CaptureFeed<SoundBlock>)
    }

    /// Puts `input` on `runner`.
    ///
    /// - Parameters:
    ///   - connections: what leads away from it.
    ///   - arrival: in place of those, is told when samples come, and when the stage has finished.
    ///   - tell: called on the stage's thread.
    init(
        _ input: CaptureDeviceInput, connections: [CaptureConnection], arrival: CaptureArrival? = nil,
        runner: any StageRunner, epoch: HostTime, ledger: DropLedger,
        tell: @escaping @Sendable (CaptureInputNotice) -> Void
    ) {
        self.input = input
        let signal = runner.makeSignal()
        stop = StopRequest(signal: signal)
        let opened = input.takeOpened()
        switch input.mediaType {
        case .video:
            let feed = CaptureFeed<Picture>()
            self.feed = .video(feed)
            Self.connect(feed, connections)
            if let arrival { feed.set([.init(take: { _ in arrival.decide(.arrived) }, lose: { _, _, _ in })]) }
            let first: CaptureInputStage<Picture>.Opened? =
                if case .camera(let box, let generation)? = opened { box.take().map { ($0, generation) } } else { nil }
            let stage = CaptureInputStage<Picture>(
                name: "camera", first: first,
                opening: .init(
                    deviceName: input.device.localizedName,
                    open: { () throws(CaptureError) in try input.openCamera() },
                    closed: { input.closed() }, generation: { input.currentGeneration },
                    holders: { input.device.closingStages }),
                feed: feed, ledger: ledger, stop: stop, signal: signal, epoch: epoch, tell: tell)
            input.wake(signal)
            handle = runner.add(stage, signal: signal)
            Self.tell(arrival, about: handle, of: input.device.localizedName)
        case .audio:
            let feed = CaptureFeed<SoundBlock>()
            self.feed = .audio(feed)
            Self.connect(feed, connections)
            if let arrival { feed.set([.init(take: { _ in arrival.decide(.arrived) }, lose: { _, _, _ in })]) }
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
                    holders: { input.device.closingStages }),
                feed: feed, ledger: ledger, stop: stop, signal: signal, epoch: epoch, tell: tell)
            input.wake(signal)
            handle = runner.add(stage, signal: signal)
            Self.tell(arrival, about: handle, of: input.device.localizedName)
        }
    }

    private static func tell(_ arrival: CaptureArrival?, about handle: StageHandle, of name: String) {
        guard let arrival else { return }
        handle.whenFinished { arrival.decide(.failed(CaptureError(.lost, "\(name) has been let go."))) }
    }

    /// From the next sample on, exactly these connections get it.
    func connect(_ connections: [CaptureConnection]) {
        switch feed {
        case .video(let feed): Self.connect(feed, connections)
        case .audio(let feed): Self.connect(feed, connections)
        }
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
