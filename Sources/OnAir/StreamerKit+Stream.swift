extension StreamerKit {
    /// Sends the program to every address and returns once the first of them takes it.
    ///
    /// A destination that fails ends with an event of its own while others go on; when the last one has failed the
    /// stream has.
    ///
    /// - Parameter addresses: such as `rtmp://host/app/key`. At least one.
    /// - Throws: `BroadcastError`: `.invalidState` when capture does not run or a stream already does,
    ///   `.invalidAddress`, `.codecOpen`, the last destination's own reason when all have failed, or `.cancelled` when
    ///   a stop came meanwhile.
    public func startStream(to addresses: [StreamAddress]) async throws(BroadcastError) {
        let graph = try runningGraph()
        guard !addresses.isEmpty else {
            throw BroadcastError(code: .invalidAddress, message: "A stream needs at least one address.")
        }
        let ids = outputs.reserve(addresses.count)
        try changeStream { machine throws(BroadcastError) in
            try machine.start(destinations: ids, waitingFor: "encoder")
        }
        let mine = streamStops
        do throws(BroadcastError) {
            try await openEncoders(of: graph)
        } catch {
            guard mine == streamStops else { throw Self.streamCancelled }
            changeStream { $0.failed(error) }
            throw error
        }
        guard mine == streamStops, graph.hasEncoders else {
            closeIdleEncoders()
            throw Self.streamCancelled
        }
        changeStream { $0.waiting(for: "server") }
        for (id, address) in zip(ids, addresses) {
            record(OutputStatus(id, .destination, address.displayName, .connecting(waitingFor: "server")))
            graph.addDestination(id: id, address: address)
        }
        graph.runEncoders()
        while mine == streamStops, case .connecting = stream.state { await stateChange() }
        guard mine == streamStops else { throw Self.streamCancelled }
        switch stream.state {
        case .connected, .reconnecting: return
        case .failed(let error): throw error
        case .idle, .connecting, .disconnecting: throw Self.streamCancelled
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

    private static let streamCancelled = BroadcastError(
        code: .cancelled, message: "The stream was stopped while it was starting.")
}
