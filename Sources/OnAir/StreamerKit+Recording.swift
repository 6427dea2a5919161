import OnAirSystem

extension StreamerKit {
    /// Writes the program, as encoded, to an FLV file at `path` until `stopRecording` or the end of capture. A file
    /// that is there is replaced, unless this broadcast reads it or already records to it.
    ///
    /// - Returns: the recording's number, for `stopRecording`.
    /// - Throws: `BroadcastError` when capture does not run (`.invalidState`), the broadcast itself uses the file
    ///   (`.fileInUse`), the encoders cannot be opened (`.codecOpen`), or capture was stopped meanwhile (`.cancelled`).
    ///   What the file system refuses ends this recording alone, with an event.
    @discardableResult
    public func startRecording(to path: String) async throws(BroadcastError) -> Int {
        let graph = try runningGraph()
        let file = FileIdentity(path)
        let used = [configuration.camera, configuration.microphone].compactMap(\.path).map { FileIdentity($0) }
        guard !used.contains(file),
            !outputs.open.contains(where: { $0.kind == .recording && FileIdentity($0.name) == file })
        else {
            throw BroadcastError(
                code: .fileInUse, message: "\(path) is in use by this broadcast.", advice: "Record to another file.")
        }
        let id = outputs.reserve(1)[0]
        record(OutputStatus(id, .recording, path, .connecting(waitingFor: "encoder")))
        do throws(BroadcastError) {
            try await openEncoders(of: graph)
            guard self.graph === graph, graph.hasEncoders, outputs[id]?.isOpen == true else {
                throw BroadcastError(code: .cancelled, message: "The recording was stopped while it was starting.")
            }
        } catch {
            settle(id, .ended(error))
            throw error
        }
        graph.addRecording(id: id, path: path)
        graph.runEncoders()
        return id
    }

    /// Finishes the recording `id`. Returns when its file is complete. Without effect when it is over already.
    public func stopRecording(_ id: Int) async {
        guard let graph, let output = outputs[id], output.isOpen, output.kind == .recording else { return }
        await endOutputs([id], of: graph)
        closeIdleEncoders()
    }
}
