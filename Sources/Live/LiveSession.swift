import OnAir
import OnAirTerminal

/// What `onair live` and `onair-window` know of their broadcast: reports what happens and decides when to end, and with which exit code.
package struct LiveSession {
    private var reporter: LiveReporter
    private var openOutputs: Int
    private var live: Set<Int> = []
    /// Recordings that go on.
    private var recording: Set<Int> = []
    private var labels = OutputLabels()
    private var warned: Set<Int> = []
    /// The devices in use, as far as they have been told.
    private var used: [MediaType: LiveEvent.DeviceName] = [:]
    private var interrupted: Set<String> = []
    /// How much less the encoder does than was asked for.
    private var loadStep = 0
    /// What the encoder was last told, and the most it may be, in kbit/s.
    private var rates = (target: 0.0, ceiling: 0.0)
    private let hasDestinations: Bool
    private let endsWithOutputs: Bool
    /// When each output that was lost is tried again.
    private var nextTries: [Int: ContinuousClock.Instant] = [:]
    /// Where metrics are served.
    private let metrics: MetricsPage?
    /// Keys are heard.
    private let takesKeys: Bool
    private var state = "idle"
    private var code = ExitCode.success
    package private(set) var isStopping = false
    private var stopIssued = false
    /// The kit has stopped, and perhaps not all has been heard of it yet.
    private var hasStopped = false
    /// Whether capture has begun at all; nil until the start is over.
    private var captureBegan: Bool?
    /// The kit's last event: capture is idle again, or has failed.
    private var captureEnded = false
    /// Standard output could not be written.
    private var outputFailed = false

    /// What a device that is not there was meant to be.
    package var suggestion: String?

    /// An output takes the program: the time the broadcast counts from.
    package var isLive: Bool { !live.isEmpty }

    /// - Parameter endsWithOutputs: whether it ends when the last output has; else it waits to be stopped.
    package init(
        options: LiveOptions, destinations: Int, recordings: Int, takesKeys: Bool, metrics: MetricsPage?,
        endsWithOutputs: Bool = true
    ) {
        self.endsWithOutputs = endsWithOutputs
        self.metrics = metrics
        self.takesKeys = takesKeys
        reporter = LiveReporter(
            LiveReporter.style(for: options, errorIsTerminal: Console.errorIsTerminal), level: options.logLevel)
        openOutputs = destinations + recordings
        hasDestinations = destinations > 0
    }

    package mutating func received(_ event: BroadcastEvent) {
        switch event {
        case .capture(let state):
            captureEnded = state == .idle || state.name == "failed"
            if case .failed(let error) = state { failed(error, .input) }
        case .stream(let new):
            guard state != new.name else { return }
            state = new.name
            report(.state(new.name, error: new.error?.code))
        case .output(let status): outputChanged(status)
        case .device(let status): deviceChanged(status)
        case .statistics(let statistics):
            warnOfDrops(statistics)
            let status = status(statistics)
            rates = (status.encoder.kbps, status.encoder.ceilingKbps)
            metrics?.show(status)
            report(.statistics(status))
        case .network(let event): networkChanged(event)
        case .leader(let id): report(.leader(id.flatMap { labels[$0] }))
        case .encoderLoad(let load):
            report(.encoder(encoder(load), message: Self.words(load, after: loadStep)))
            loadStep = load.step
        case .layerLost(let error): report(.message(.warning, error.description))
        case .missed(let count): report(.message(.warning, "\(count) events were missed"))
        }
    }

    /// The stream's state, or what is going on where nothing is streamed.
    private var shownState: String {
        guard !hasDestinations else { return state }
        guard recording.isEmpty else { return "recording" }
        return live.isEmpty ? "starting" : "idle"
    }

    private func status(_ statistics: BroadcastStatistics) -> LiveStatus {
        var status = LiveStatus(statistics, state: shownState, labels: labels)
        for (id, instant) in nextTries {
            guard let index = status.destinations.firstIndex(where: { $0.id == labels[id] }) else { continue }
            let left = ContinuousClock.now.duration(to: instant).components
            status.destinations[index].nextTry = max(0, Double(left.seconds) + Double(left.attoseconds) / 1e18)
        }
        return status
    }

    private mutating func networkChanged(_ event: NetworkEvent) {
        guard let label = labels[event.output] else { return }
        report(.network(LiveEvent.NetworkChange(event.kind, id: label)))
    }

    /// Metrics are served on this port.
    package mutating func serving(metricsOn port: UInt16) { report(.metrics(port: port)) }

    /// A network that is too slow is worth a line, once for each output.
    private mutating func warnOfDrops(_ statistics: BroadcastStatistics) {
        for output in statistics.outputs where output.dropped > 0 && !warned.contains(output.id) {
            warned.insert(output.id)
            let label = labels[output.id] ?? output.name
            report(.message(.warning, "\(label) is too slow for the bitrate: pictures are being dropped"))
        }
    }

    /// Said before anything starts.
    package mutating func warn(_ text: String) { report(.message(.warning, text)) }

    /// The devices are open.
    package mutating func opened(camera: LiveEvent.DeviceName?, microphone: LiveEvent.DeviceName?) {
        used = [.video: camera, .audio: microphone].compactMapValues { $0 }
        report(.start(camera: camera, microphone: microphone))
    }

    /// The snapshot that was asked for is written, or not.
    package mutating func snapshotEnded(_ path: String, _ error: BroadcastError?) {
        guard let error else { return report(.answer("snapshot: \(path)")) }
        note(.writingFailed)
        report(.message(.warning, "there is no snapshot: \(error)"))
    }

    /// What a key has done.
    package mutating func answer(_ text: String) { report(.answer(text)) }

    /// No status line stands in the way of the shell any more.
    package mutating func clearLine() { Console.write(reporter.clear()) }

    /// The shell may have written over the status line.
    package mutating func redraw() { Console.write(reporter.redraw()) }

    private mutating func deviceChanged(_ status: DeviceStatus) {
        let device = LiveEvent.DeviceName(id: status.id, name: status.name)
        var change = LiveEvent.DeviceChange(
            device: device, mediaType: status.mediaType.rawValue, state: status.state.name)
        // A webcam's microphone has the name of its camera.
        let kind = status.mediaType == .video ? "camera" : "microphone"
        switch status.state {
        case .running:
            used[status.mediaType] = device
            // Another device that takes over was asked for, and is answered where it was.
            if interrupted.remove(status.id) != nil { change.message = "\(kind) \(status.name) is back" }
        case .interrupted(let error):
            interrupted.insert(status.id)
            change.error = error.code
            change.message = error.description
        case .available:
            let isSwitched = status.mediaType == .video && takesKeys
            change.message = "\(kind) \(status.name) is connected now" + (isSwitched ? ": press c to use it" : "")
        case .ended: change.message = "\(kind) \(status.name) has no more to give"
        }
        report(.device(change))
    }

    private mutating func outputChanged(_ status: OutputStatus) {
        var change = LiveEvent.OutputChange(
            id: labels.label(of: status.id, named: status.name), state: status.state.name)
        nextTries[status.id] = nil
        switch status.state {
        case .connecting(let what): change.message = "waiting for \(what)"
        case .live:
            live.insert(status.id)
            if status.kind == .recording { recording.insert(status.id) }
            if status.kind == .recording { change.state = "recording" }
        case .reconnecting(let error, let milliseconds):
            change.error = error.code
            change.message = error.description
            change.retryMilliseconds = milliseconds
            nextTries[status.id] = .now + .milliseconds(milliseconds)
        case .ended(let error):
            recording.remove(status.id)
            openOutputs -= 1
            if let error {
                change.error = error.code
                change.message = error.description
                note(Self.exitCode(status.kind, wasLive: live.contains(status.id)))
            }
        }
        report(status.kind == .destination ? .destination(change) : .recording(change))
        if endsWithOutputs, openOutputs == 0 { isStopping = true }
    }

    private static func exitCode(_ kind: OutputStatus.Kind, wasLive: Bool) -> ExitCode {
        switch kind {
        case .destination: wasLive ? .destinationLost : .destinationRefused
        case .recording: wasLive ? .writingFailed : .recordingRefused
        }
    }

    /// The start is over.
    ///
    /// - Parameter captureBegan: whether there will be events of capture's end.
    package mutating func started(_ error: BroadcastError?, captureBegan: Bool) {
        self.captureBegan = captureBegan
        if hasStopped, captureBegan, !captureEnded {
            // The stop came before there was anything to stop.
            (hasStopped, stopIssued) = (false, false)
        }
        guard let error, error.broadcastCode != .cancelled else { return }
        switch error.broadcastCode {
        case .invalidConfiguration, .codecOpen: failed(error, .settings)
        case .invalidScene where !captureBegan: failed(error, .input)
        case .fileInUse: failed(error, .recordingRefused)
        case _ where error.code.hasPrefix("device-"): isStopping = true  // told by the capture state
        default: break  // told by the output that failed
        }
    }

    private mutating func failed(_ error: BroadcastError, _ failure: ExitCode) {
        note(failure)
        let suggestion = error.code == "device-missing" ? suggestion.map { " Did you mean \($0)?" } : nil
        report(.failure(code: error.code, message: error.description + (suggestion ?? "")))
        isStopping = true
    }

    /// The first failure decides the exit code.
    private mutating func note(_ failure: ExitCode) {
        if code == .success { code = failure }
    }

    package mutating func stopRequested() { isStopping = true }

    /// Whether the stop is to be issued now; true once.
    package mutating func shouldStopNow() -> Bool {
        guard isStopping, !stopIssued else { return false }
        stopIssued = true
        return true
    }

    /// The kit's stop has returned. What it told before may still be on its way.
    package mutating func stopped() { hasStopped = true }

    /// Everything that happened has been told.
    package var isOver: Bool { hasStopped && (captureEnded || captureBegan == false) }

    /// Reports the end.
    @discardableResult
    package mutating func finish(_ forced: ExitCode?, _ statistics: BroadcastStatistics) -> ExitCode {
        let result = forced ?? (code == .success && outputFailed ? .writingFailed : code)
        var status = LiveStatus(statistics, state: "idle", labels: labels)
        (status.camera, status.microphone) = (used[.video], used[.audio])
        report(.summary(status, result))
        return result
    }

    private mutating func report(_ event: LiveEvent) {
        let failure = Console.write(reporter.report(event, columns: Console.columns))
        guard let failure, !outputFailed else { return }
        // The broadcast is worth more than what is said about it: it goes on.
        outputFailed = true
        Console.write("warning: Standard output could not be written: \(failure).\n", to: .standardError)
    }
}

extension LiveSession {
    fileprivate func encoder(_ load: EncoderLoad) -> LiveStatus.Encoder {
        var encoder = LiveStatus.Encoder()
        (encoder.kbps, encoder.ceilingKbps) = (rates.target, rates.ceiling)
        encoder.step = Int64(load.step)
        encoder.preset = load.preset
        encoder.fps = load.frameRate.double
        (encoder.width, encoder.height) = (Int64(load.size.width), Int64(load.size.height))
        return encoder
    }

    fileprivate static func words(_ load: EncoderLoad, after step: Int) -> String {
        let now = "\(load.size) at \(load.frameRate) fps, preset \(load.preset)"
        guard load.step > 0 else { return "this machine encodes as asked for again: \(now)" }
        return load.step < step
            ? "this machine manages more of what was asked for again: \(now)"
            : "this machine is too slow for what was asked for; the encoder does less: \(now)"
    }
}
