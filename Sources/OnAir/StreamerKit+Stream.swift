extension StreamerKit {
    // MARK: - The whole stream

    /// Sends the program to every address and returns once the first of them takes it; see `startStream(to:)` for
    /// destinations.
    public func startStream(to addresses: [StreamAddress]) async throws(BroadcastError) {
        try await startStream(to: addresses.map { StreamDestination($0) })
    }

    /// Sends the program to every destination and returns once the first of them takes it.
    ///
    /// A destination that fails ends with an event of its own while others go on; when the last one has failed the
    /// stream has. Once live, a destination that is lost is tried again, as its settings say. Cancelling the task that
    /// waits here stops the stream.
    ///
    /// - Parameter destinations: at least one.
    /// - Throws: `BroadcastError`: `.invalidState` when capture does not run or a stream already does,
    ///   `.invalidAddress`, `.invalidConfiguration` for settings out of range, `.codecOpen`, the last destination's own
    ///   reason when all have failed, or `.cancelled` when a stop came meanwhile.
    public func startStream(to destinations: [StreamDestination]) async throws(BroadcastError) {
        let graph = try runningGraph()
        guard !destinations.isEmpty else {
            throw BroadcastError(code: .invalidAddress, message: "A stream needs at least one address.")
        }
        for destination in destinations { _ = try destination.settings.validated() }
        let ids = outputs.reserve(destinations.count)
        try changeStream { machine throws(BroadcastError) in
            try machine.start(destinations: ids, waitingFor: "encoder")
        }
        let mine = streamStops
        try await join(Array(zip(ids, destinations)), to: graph)
        await withTaskCancellationHandler {
            while mine == streamStops, !Task.isCancelled, case .connecting = stream.state { await stateChange() }
        } onCancel: {
            // The one that waits looks again.
            Task { [weak self] in await self?.wakeWaiters() }
        }
        guard mine == streamStops else { throw Self.streamCancelled }
        switch stream.state {
        case .connected, .reconnecting: return
        case .failed(let error): throw error
        case .connecting:
            await stopStream()
            throw Self.streamCancelled
        case .idle, .disconnecting: throw Self.streamCancelled
        }
    }

    /// Ends the stream in good order; recordings go on. Returns when every destination is closed, within about a
    /// second whatever the servers do. Without effect when nothing is sent.
    public func stopStream() async {
        streamStops += 1
        switch changeStream({ $0.stop() }) {
        case .nothing: wakeWaiters()
        case .wait: while stream.state == .disconnecting { await stateChange() }
        case .disconnect:
            if let graph {
                // Where nobody else needs the encoders, the last pictures still leave.
                if !outputs.open.contains(where: { $0.kind == .recording }) { await flush(graph) }
                await endOutputs(outputs.open.filter { $0.kind == .destination }.map(\.id), of: graph)
            }
            changeStream { $0.stopped() }
            closeIdleEncoders()
        }
    }

    // MARK: - One destination

    /// Sends the program to one more address; see `addDestination(_:)`.
    @discardableResult
    public func addDestination(
        _ address: StreamAddress, settings: DestinationSettings = DestinationSettings()
    ) async throws(BroadcastError) -> Int {
        try await addDestination(StreamDestination(address, settings: settings))
    }

    /// Sends the program to one more destination, while others go on; where there is no stream, it starts one. Returns
    /// once it is on its way; events tell how it does.
    ///
    /// - Returns: the destination's number, for `removeDestination`, events and statistics.
    /// - Throws: `BroadcastError`: `.invalidState` when capture does not run or the stream is just ending,
    ///   `.invalidConfiguration` for settings out of range, `.codecOpen`, or `.cancelled` when a stop came meanwhile.
    @discardableResult
    public func addDestination(_ destination: StreamDestination) async throws(BroadcastError) -> Int {
        let graph = try runningGraph()
        _ = try destination.settings.validated()
        let id = outputs.reserve(1)[0]
        try changeStream { machine throws(BroadcastError) in try machine.add(id, waitingFor: "encoder") }
        try await join([(id, destination)], to: graph)
        return id
    }

    /// Ends the destination `id` in good order, while others go on; the last one's end is the stream's. Returns when it
    /// is closed, within about a second whatever the server does. Without effect when it is over already.
    public func removeDestination(_ id: Int) async {
        guard let graph, let output = outputs[id], output.isOpen, output.kind == .destination else { return }
        guard stream.destinations.contains(where: { $0 != id }) else { return await stopStream() }
        await endOutputs([id], of: graph)
        closeIdleEncoders()
    }

    /// The destination that leads: its network moves the program's bitrate, and its state is the stream's. Nil while
    /// none does.
    public var leader: Int? { stream.leader }

    /// Lets a destination lead from now on, live or not, until it ends.
    ///
    /// - Throws: `BroadcastError` with code `.invalidState` where there is no such destination, or it has ended.
    public func lead(_ id: Int) throws(BroadcastError) {
        try changeStream { machine throws(BroadcastError) in try machine.lead(id) }
    }

    /// Destinations that the state machine knows get their stages, and the encoders they need.
    private func join(
        _ members: [(id: Int, destination: StreamDestination)], to graph: BroadcastGraph
    ) async throws(BroadcastError) {
        let mine = streamStops
        do throws(BroadcastError) {
            try await openEncoders(of: graph)
        } catch {
            guard mine == streamStops else { throw Self.streamCancelled }
            for member in members { _ = changeStream { $0.destinationEnded(member.id, error: error) } }
            throw error
        }
        guard mine == streamStops, graph.hasEncoders else {
            closeIdleEncoders()
            throw Self.streamCancelled
        }
        for (id, destination) in members {
            changeStream { $0.destinationWaiting(id, for: "server") }
            record(OutputStatus(id, .destination, destination.displayName, .connecting(waitingFor: "server")))
            graph.addDestination(id: id, destination: destination)
        }
        graph.runEncoders()
    }

    private static let streamCancelled = BroadcastError(
        code: .cancelled, message: "The stream was stopped while it was starting.")
}
