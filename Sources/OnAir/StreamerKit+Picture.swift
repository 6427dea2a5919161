import OnAirImages
import OnAirMedia
import OnAirPicture
import OnAirSystem

/// What is over and around the camera.
extension StreamerKit {
    /// Shows another scene: as `configure { $0.scene = scene }`, with a transition.
    ///
    /// - Throws: `BroadcastError` with code `.invalidScene` where a layer cannot be shown, and what is shown stays;
    ///   `.cancelled` when a stop came meanwhile.
    public func show(_ scene: Scene, with transition: PictureTransition = .cut) async throws(BroadcastError) {
        try await configure(scene: transition, zoom: .zero) { $0.scene = scene }
    }

    /// Puts a layer on top of the scene, or in the place of the one of its name.
    ///
    /// - Parameters:
    ///   - duration: how long its rectangle, crop, opacity and rotation take to change; a new one fades in. Zero, the
    ///     default: at once.
    /// - Throws: as `show`.
    public func setLayer(_ layer: Layer, over duration: MediaTime = .zero) async throws(BroadcastError) {
        try await configure(scene: PictureTransition(.move, duration: duration), zoom: .zero) {
            $0.scene[layer.id] = layer
        }
    }

    /// Changes a layer of the scene.
    ///
    /// - Throws: as `show`, and `.invalidScene` where there is no such layer.
    public func changeLayer(
        _ id: LayerID, over duration: MediaTime = .zero, _ change: @Sendable (inout Layer) -> Void
    ) async throws(BroadcastError) {
        guard configuration.scene[id] != nil else { throw .invalidScene("The scene has no layer “\(id)”.") }
        try await configure(scene: PictureTransition(.move, duration: duration), zoom: .zero) { configuration in
            guard var layer = configuration.scene[id] else { return }
            change(&layer)
            configuration.scene[id] = layer
        }
    }

    /// Takes a layer away; without effect where there is none of this name.
    ///
    /// - Throws: as `show`.
    public func removeLayer(_ id: LayerID, over duration: MediaTime = .zero) async throws(BroadcastError) {
        try await configure(scene: PictureTransition(.move, duration: duration), zoom: .zero) { $0.scene[id] = nil }
    }

    /// What `{name}` says in texts from now on; nil: such braces stay as they are written. `clock` and `duration` are
    /// known by themselves, `bitrate` and `fps` are set each second.
    public func setText(_ name: String, _ value: String?) {
        textVariables[name] = value
        graph?.layers.variables[name] = value
    }

    /// Enlarges the camera's picture to `factor`, 1…8, in `duration`; beyond what the camera itself zooms.
    ///
    /// - Throws: `BroadcastError` with code `.invalidConfiguration` where `factor` is no number.
    public func setPictureZoom(_ factor: Double, over duration: MediaTime = .zero) async throws(BroadcastError) {
        try await configure(scene: .cut, zoom: duration) { $0.video.zoom = factor }
    }

    // MARK: - Code of the app's own

    /// What the camera's picture goes through after the configuration's filters, in this order, from the next picture
    /// on, until it is set anew, also in later captures. Empty: nothing.
    public func setFilters(_ filters: [any PictureFilter]) {
        hooks.filters = filters
        graph?.apply(hooks)
    }

    /// Code that sees each picture of the camera before filters and layers, and may change it in place: what it draws
    /// reaches viewers. It is called on the picture thread; see `PictureFilter` for what the picture is. Nil takes it away.
    public func setPictureCallback(_ callback: (@Sendable (inout MutablePicture) -> Void)?) {
        hooks.callback = callback
        graph?.apply(hooks)
    }

    // MARK: - Looking

    /// Hands the preview's pictures to `show`, the newest ones, on a thread of its own, until the result is cancelled or
    /// let go, or capture stops. They are made only while somebody looks. A slow `show` misses some; whoever keeps many
    /// of them takes the mixer's memory, and the preview then stands still, but the stream does not.
    ///
    /// - Throws: `BroadcastError` with code `.invalidState` where there are no pictures.
    public func addPreview(_ show: @escaping @Sendable (Picture) -> Void) throws(BroadcastError) -> ProgramPreview {
        guard
            let stop = try runningGraph().watchPreview({ picture in
                show(picture)
                return true
            })
        else { throw Self.noPictures }
        return ProgramPreview(stop: stop)
    }

    /// The next picture of the stream or the preview, as viewers see it.
    ///
    /// - Throws: `BroadcastError` with code `.invalidState` where there are no pictures, `.timedOut` where none comes
    ///   within two seconds.
    public func picture(of view: ProgramView = .stream) async throws(BroadcastError) -> Picture {
        let graph = try runningGraph()
        let found = Lock<Picture?>(nil)
        let deadline = graph.now.advanced(byMilliseconds: 2000)
        let take: @Sendable (Picture) -> Bool = { picture in
            found.withLock { $0 = picture }
            return false
        }
        let watched: Bool = await withCheckedContinuation { continuation in
            let stop =
                switch view {
                case .stream: graph.watchStream(until: deadline, take) { continuation.resume(returning: true) }
                case .preview: graph.watchPreview(until: deadline, take) { continuation.resume(returning: true) }
                }
            if stop == nil { continuation.resume(returning: false) }
        }
        guard watched else { throw Self.noPictures }
        guard let picture = found.withLock({ $0 }) else {
            throw BroadcastError(code: .timedOut, message: "No picture came within two seconds.")
        }
        return picture
    }

    /// A snapshot of the stream or the preview, as a picture file.
    ///
    /// - Returns: the bytes of the file.
    /// - Throws: as `picture(of:)`, and `image-encoding` where it cannot be encoded.
    public func snapshot(
        of view: ProgramView = .stream, as format: SnapshotFormat = .png
    ) async throws(BroadcastError) -> [UInt8] {
        let picture = try await picture(of: view)
        return try await ThreadWork.run(name: "onair-snapshot") { () throws(BroadcastError) in
            do throws(ImageError) {
                return try Snapshot.file(of: picture, as: format)
            } catch {
                throw BroadcastError(error)
            }
        }
    }

    /// Writes a snapshot of the stream or the preview; what the file had is replaced at once, and only by a whole picture.
    ///
    /// - Parameter path: ends in `.png`, `.jpg` or `.jpeg`, which says the format.
    /// - Throws: as `snapshot`; `.invalidConfiguration` for another ending; `.fileFailed` where it cannot be written.
    public func saveSnapshot(of view: ProgramView = .stream, to path: String) async throws(BroadcastError) {
        guard let format = SnapshotFormat(path: path) else {
            throw .invalidConfiguration("A snapshot is a .png or .jpg file, which “\(path)” is not.")
        }
        let bytes = try await snapshot(of: view, as: format)
        try await ThreadWork.run(name: "onair-snapshot") { () throws(BroadcastError) in
            do throws(SystemError) {
                try SmallFile.replace(path, with: bytes, makingFolder: false)
            } catch {
                throw BroadcastError(code: .fileFailed, message: error.message, advice: error.advice)
            }
        }
    }

    private static let noPictures = BroadcastError.invalidState(
        "The program has no pictures.", advice: "Start capture with a camera first.")
}
