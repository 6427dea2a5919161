import OnAirMedia
import OnAirPicture

extension StreamerKit {
    /// Changes settings, all at once or, where one cannot be, none.
    ///
    /// From the start of capture to its end, only what the documentation of a field calls changeable while live may
    /// change: devices, scene, orientation, bitrate, mirroring, mute and more. Pictures and videos of a new scene are
    /// opened first; where one cannot be, nothing changes. Another camera or microphone is opened first, which takes a
    /// moment, and a camera's first picture is waited for; where one of them cannot be had, nothing changes and the old
    /// one goes on. Calls wait for one another.
    ///
    /// - Throws: `BroadcastError` with code `.invalidConfiguration` or `.invalidState`, naming the field; a device's or
    ///   a filter's own code where it cannot be had; `.invalidScene` where a layer cannot be shown; `.cancelled` when a
    ///   stop came meanwhile.
    public func configure(_ change: @Sendable (inout BroadcastConfiguration) -> Void) async throws(BroadcastError) {
        try await configure(scene: .cut, zoom: .zero, change)
    }

    /// - Parameters:
    ///   - transition: how another scene comes.
    ///   - zoom: how long a change of the zoom takes.
    func configure(
        scene transition: PictureTransition, zoom: MediaTime, _ change: @Sendable (inout BroadcastConfiguration) -> Void
    ) async throws(BroadcastError) {
        await configuring.enter()
        defer { configuring.leave() }
        var wanted = configuration
        change(&wanted)
        let valid = try wanted.validated()
        var picture = PictureChange()
        switch capture.state {
        case .idle, .failed: break
        case .opening, .closing:
            try configuration.checkLiveChange(to: valid)
            try configuration.checkSameDevices(as: valid)
        case .capturing:
            try configuration.checkLiveChange(to: valid)
            picture = try await loadPicture(of: valid)
            try await changeDevices(to: valid)
        }
        if valid.warmCameras != configuration.warmCameras { warm.refused = [] }
        configuration = valid
        if graph != nil { shown = valid }
        (picture.transition, picture.zoomDuration) = (transition, zoom)
        graph?.apply(valid, picture: picture)
        warmUpSoon()
    }

    /// Makes ready what `new` shows and the present configuration does not.
    private func loadPicture(of new: BroadcastConfiguration) async throws(BroadcastError) -> PictureChange {
        guard let graph,
            new.video.canvas != shown?.video.canvas || new.scene != shown?.scene
                || new.video.slate != shown?.video.slate || new.video.filters != shown?.video.filters
        else { return PictureChange() }
        let (layers, old) = (graph.layers, shown)
        let change = try await ThreadWork.run(name: "onair-layers") { () throws(BroadcastError) in
            try layers.load(new, after: old)
        }
        guard self.graph === graph, capture.state == .capturing else { throw Self.captureCancelled }
        return change
    }
}
