import OnAirCapture

/// Cameras that are kept ready, and devices that come back.
extension StreamerKit {
    /// The camera that `choice` means where it is kept ready and gives pictures; nil where it is to be opened.
    func readyCamera(for choice: DeviceChoice, in graph: BroadcastGraph) async -> CaptureDeviceInput? {
        guard !warm.inputs.isEmpty else { return nil }
        let catalog = catalog
        let id = try? await ThreadWork.run(name: "onair-look") { () throws(BroadcastError) in
            (try? choice.device(for: .video, in: catalog))?.uniqueID
        }
        guard let id, let input = warm.inputs[id] else { return nil }
        let arrival = graph.session.arrival(of: input)
        if let arrival, arrival.current == nil { _ = await arrival.outcome() }
        if arrival?.isReady == true { return input }
        // Opened the usual way, which says what is wrong with it.
        graph.session.dismiss(input)
        warm.inputs[id] = nil
        let session = graph.session
        await session.settled()
        return nil
    }

    /// Opens the cameras that are to be kept ready, beside whatever is going on.
    func warmUpSoon() {
        guard capture.state == .capturing, !configuration.warmCameras.isEmpty || !warm.inputs.isEmpty else { return }
        // Once a change of cameras: whoever made it does not wait until the others are open.
        Task { [weak self] in await self?.warmUp() }
    }

    private func warmUp() async {
        await configuring.enter()
        defer { configuring.leave() }
        guard let graph, capture.state == .capturing else { return }
        let (configuration, catalog) = (configuration, catalog)
        let found = try? await ThreadWork.run(name: "onair-look") { () throws(BroadcastError) in
            // What is not connected is opened when it is.
            configuration.warmCameras.compactMap { try? $0.device(for: .video, in: catalog) }
        }
        guard let found, self.graph === graph, capture.state == .capturing else { return }
        warm.want(found.map(\.uniqueID), for: configuration.warmCameras)
        for input in warm.removeUnwanted() { graph.session.dismiss(input) }
        for device in warm.missing(of: found, used: camera?.uniqueID) {
            await warmUp(device, configuration, in: graph)
            guard self.graph === graph, capture.state == .capturing else { return }
        }
    }

    private func warmUp(
        _ device: CaptureDevice, _ configuration: BroadcastConfiguration, in graph: BroadcastGraph
    ) async {
        let id = device.uniqueID
        guard warm.inputs[id] == nil else { return }
        do throws(BroadcastError) {
            let input = try await ThreadWork.run(name: "onair-warm") { () throws(BroadcastError) in
                do throws(CaptureError) {
                    return try configuration.openCamera(device, isFirst: false)
                } catch {
                    throw BroadcastError(error)
                }
            }
            guard self.graph === graph, capture.state == .capturing else { return }
            let arrival: CaptureArrival
            do throws(CaptureError) { arrival = try graph.keepWarm(input) } catch { throw BroadcastError(error) }
            warm.inputs[id] = input
            // One a camera, until its first picture: the next one is opened meanwhile.
            Task { [weak self] in
                if case .failed(let error) = await arrival.outcome(), error.kind == .busy {
                    await self?.coolDown(input, BroadcastError(error))
                }
            }
        } catch {
            refuse(device, error)
        }
    }

    /// A camera finds no room beside the others.
    private func coolDown(_ input: CaptureDeviceInput, _ error: BroadcastError) {
        guard let graph, warm.inputs[input.device.uniqueID] === input else { return }
        graph.session.dismiss(input)
        warm.inputs[input.device.uniqueID] = nil
        refuse(input.device, error)
    }

    private func refuse(_ device: CaptureDevice, _ error: BroadcastError) {
        // It is tried when it comes back.
        guard error.broadcastCode != .deviceMissing, warm.refused.insert(device.uniqueID).inserted else { return }
        log.warning(
            "a camera cannot be kept ready beside the others; switching to it takes longer",
            [.init("camera", device.localizedName), .init("reason", error.message)])
    }

    // MARK: - Devices that come and go

    /// Hears of devices that come and go until it is cancelled.
    func watchDevices() -> Task<Void, Never> {
        let catalog = catalog
        // One as long as capture runs; whoever starts that cancels it at the end.
        return Task { [weak self] in
            let events = try? await ThreadWork.run(name: "onair-look") { () throws(BroadcastError) in catalog.events() }
            guard let events else { return }
            for await event in events { await self?.received(event) }
        }
    }

    private func received(_ event: CaptureDeviceCatalog.Event) {
        guard let graph, capture.state == .capturing else { return }
        switch event {
        case .connected(let device): connected(device, graph)
        case .disconnected(let device): warm.refused.remove(device.uniqueID)
        case .missed: warmUpSoon()
        }
    }

    private func connected(_ device: CaptureDevice, _ graph: BroadcastGraph) {
        let used = [graph.camera, graph.microphone].compactMap { $0 } + warm.inputs.values
        for input in used where input.device.uniqueID == device.uniqueID { input.deviceReturned() }
        let isCamera = device.mediaType == .video
        if StandIns.isWorthTelling(
            device, used: isCamera ? camera : microphone,
            choice: isCamera ? configuration.camera : configuration.microphone)
        {
            log.info("a real device is connected now", [.init("device", "\(device)")])
            hub.post(.device(DeviceStatus(device, .available)))
        }
        warmUpSoon()
    }
}
