import OnAirCapture

/// How one device takes another's place while capture runs.
extension StreamerKit {
    /// Opens the devices that differ, then lets them take the place of the old ones.
    func changeDevices(to new: BroadcastConfiguration) async throws(BroadcastError) {
        let change = DeviceChange(
            from: configuration, to: new, usedCamera: camera?.uniqueID, usedMicrophone: microphone?.uniqueID)
        guard let graph, !change.isEmpty else { return }
        let before = graph.camera
        do throws(BroadcastError) {
            try await changeAtOnce(to: new, change, in: graph)
        } catch {
            // What is in the way may be the old camera: on the bus, or in the same device.
            guard error.broadcastCode == .deviceBusy, !error.isHeldElsewhere, change.camera, graph.camera === before
            else { throw error }
            try checkRunning(graph)
            try await changeInTurn(to: new, change, in: graph)
        }
        // The old device is free for others once the caller goes on.
        let session = graph.session
        await session.settled()
    }

    /// The old camera goes on until the new one's first picture.
    private func changeAtOnce(
        to new: BroadcastConfiguration, _ change: DeviceChange, in graph: BroadcastGraph
    ) async throws(BroadcastError) {
        let ready = change.camera ? await readyCamera(for: new.camera, in: graph) : nil
        try checkRunning(graph)
        let opened = try await open(new, change, ready: ready)
        try checkRunning(graph)
        if ready == nil {
            if let error = try await firstPicture(of: opened, in: graph) {
                graph.dismiss(opened)
                try checkRunning(graph)
                throw BroadcastError(error)
            }
            try checkRunning(graph)
        }
        try exchange(opened, in: graph)
    }

    /// The old camera, and those that are kept ready, are let go first: one bus does not carry all of them.
    private func changeInTurn(
        to new: BroadcastConfiguration, _ change: DeviceChange, in graph: BroadcastGraph
    ) async throws(BroadcastError) {
        for input in warm.inputs.values { graph.session.dismiss(input) }
        warm.inputs = [:]
        graph.suspendCamera()
        let session = graph.session
        await session.settled()
        do throws(BroadcastError) {
            try checkRunning(graph)
            let opened = try await open(new, change, ready: nil)
            try checkRunning(graph)
            if let error = try await firstPicture(of: opened, in: graph) {
                graph.dismiss(opened)
                await session.settled()
                throw BroadcastError(error)
            }
            try checkRunning(graph)
            try exchange(opened, in: graph)
        } catch {
            // Where capture has ended meanwhile it stays as it is.
            if self.graph === graph, capture.state == .capturing { try? graph.resumeCamera() }
            throw error
        }
    }

    private func open(
        _ new: BroadcastConfiguration, _ change: DeviceChange, ready: CaptureDeviceInput?
    ) async throws(BroadcastError) -> CaptureDevices {
        let catalog = catalog
        return try await ThreadWork.run(name: "onair-open") { () throws(BroadcastError) in
            guard let ready else { return try CaptureDevices(opening: new, for: change, from: catalog) }
            let others = change.withoutCamera
            let opened = try CaptureDevices(opening: new, for: others, from: catalog)
            return CaptureDevices(camera: ready, microphone: opened.microphone)
        }
    }

    private func exchange(_ opened: CaptureDevices, in graph: BroadcastGraph) throws(BroadcastError) {
        let old = graph.camera
        let keepsOld = opened.camera != nil && old.map { warm.wanted.contains($0.device.uniqueID) } ?? false
        do throws(CaptureError) {
            for device in try graph.exchange(opened, keepingOld: keepsOld) {
                hub.post(.device(DeviceStatus(device, .running)))
            }
        } catch {
            graph.dismiss(opened)
            throw BroadcastError(error)
        }
        if let camera = opened.camera { warm.inputs[camera.device.uniqueID] = nil }
        if keepsOld, let old { warm.inputs[old.device.uniqueID] = old }
    }

    private func checkRunning(_ graph: BroadcastGraph) throws(BroadcastError) {
        guard self.graph === graph, capture.state == .capturing else { throw Self.captureCancelled }
    }

    /// Waits for a new camera's first picture, while the old one goes on. Returns why there will be none; nil where
    /// there is one or no camera is new.
    private func firstPicture(
        of opened: CaptureDevices, in graph: BroadcastGraph
    ) async throws(BroadcastError) -> CaptureError? {
        let arrival: CaptureArrival?
        do throws(CaptureError) {
            arrival = try graph.prepare(opened)
        } catch {
            throw BroadcastError(error)
        }
        switch await arrival?.outcome() {
        case .failed(let error): return error
        case .arrived, nil: return nil
        }
    }
}
