import OnAir
import OnAirTerminal

/// Does what the keys of `onair live` ask for, and says in one line what came of it.
package final class LiveKeyActions: Sendable {
    /// What one press of a zoom key multiplies or divides the factor by.
    package static let zoomStep = 1.25

    /// How long one press of a zoom key takes to show, where the program zooms.
    package static let zoomDuration = MediaTime.milliseconds(200)

    private let kit: StreamerKit
    /// What keys choose from.
    private let scenes: [NamedScene]
    /// How a scene comes that does not say it itself.
    private let transition: PictureTransition
    /// The filters that a key has taken away.
    private let setAside = Lock<[FilterStep]?>(nil)

    package init(kit: StreamerKit, plan: LivePlan) {
        self.kit = kit
        (scenes, transition) = (plan.scenes, plan.transition)
    }

    package func perform(_ key: LiveKey) async -> String {
        do throws(BroadcastError) {
            switch key {
            case .switchCamera: return "camera: \(try await kit.switchCamera().name)"
            case .mute: return try await mute()
            case .torch: return try await kit.toggleTorch() ? "torch on" : "torch off"
            case .zoomIn: return try await zoom(by: Self.zoomStep)
            case .zoomOut: return try await zoom(by: 1 / Self.zoomStep)
            case .mirror: return try await mirror()
            case .freeze: return try await freeze()
            case .rotate: return try await rotate()
            case .filters: return try await filters()
            case .look: return try await look()
            case .snapshot: return try await snapshot()
            case .help, .quit: return await help()
            case .scene1, .scene2, .scene3, .scene4, .scene5, .scene6, .scene7, .scene8, .scene9:
                return try await show(key.sceneIndex ?? 0)
            }
        } catch {
            return error.description
        }
    }

    /// The keys that do something with what is in use now.
    package func help() async -> String {
        var useless: Set<LiveKey> = []
        let can = await kit.camera?.capabilities
        if can == nil { useless.insert(.switchCamera) }
        if can?.torchModes.contains(.on) != true { useless.insert(.torch) }
        if can == nil { useless.formUnion(LiveKey.aboutPictures) }
        if scenes.isEmpty { useless.formUnion(LiveKey.allCases.filter { $0.sceneIndex != nil }) }
        if await kit.configuration.microphone == .off { useless.insert(.mute) }
        return LiveKey.line(without: useless)
    }

    private func mute() async throws(BroadcastError) -> String {
        guard await kit.configuration.microphone != .off else { return "This program has no sound to mute." }
        let isMuted = await !kit.configuration.audio.isMuted
        try await kit.configure { $0.audio.isMuted = isMuted }
        return isMuted ? "muted: viewers hear silence" : "not muted"
    }

    private func mirror() async throws(BroadcastError) -> String {
        guard await hasPictures else { return Self.noPictures }
        let isMirrored = await !kit.configuration.video.isStreamMirrored
        try await kit.configure { $0.video.isStreamMirrored = isMirrored }
        return isMirrored ? "mirrored" : "not mirrored"
    }

    private func freeze() async throws(BroadcastError) -> String {
        guard await hasPictures else { return Self.noPictures }
        let isFrozen = await !kit.configuration.video.isStreamFrozen
        try await kit.configure { $0.video.isStreamFrozen = isFrozen }
        return isFrozen ? "frozen: viewers keep this picture, and hear the sound" : "not frozen"
    }

    private func rotate() async throws(BroadcastError) -> String {
        guard await hasPictures else { return Self.noPictures }
        let next: VideoOrientation =
            switch await kit.configuration.video.orientation {
            case .landscapeRight: .portrait
            case .portrait: .landscapeLeft
            case .landscapeLeft: .upsideDown
            case .upsideDown: .landscapeRight
            }
        try await kit.configure { $0.video.orientation = next }
        return "the picture stands as \(next.words), \(await kit.configuration.video.program)"
    }

    private func filters() async throws(BroadcastError) -> String {
        guard await hasPictures else { return Self.noPictures }
        let present = await kit.configuration.video.filters
        guard present.isEmpty else {
            try await kit.configure { $0.video.filters = [] }
            setAside.withLock { $0 = present }
            return "no filters"
        }
        // Those that were taken away; where there never were any, the usual ones.
        let filters = setAside.withLock { $0 } ?? VideoConfiguration.usualFilters
        try await kit.configure { $0.video.filters = filters }
        return "filters: \(filters.map(\.description).joined(separator: ", "))"
    }

    private func look() async throws(BroadcastError) -> String {
        guard await hasPictures else { return Self.noPictures }
        var steps = await kit.configuration.video.filters
        // A look comes with the filters that were taken away.
        let returning = steps.isEmpty ? setAside.withLock { $0 } : nil
        if let returning { steps = returning }
        let names = Look.builtIn.map(\.name)
        // The last built-in look gives way to the next one.
        let place = steps.lastIndex { step in
            if case .look(let settings) = step { names.contains(settings.look) } else { false }
        }
        var next = 0
        if let place, case .look(let settings) = steps.remove(at: place) {
            next = (names.firstIndex(of: settings.look) ?? -1) + 1
        }
        guard steps.count < VideoConfiguration.filterLimit else {
            return "There are \(steps.count) filters already: none is left for a look."
        }
        if next < names.count {
            steps.insert(.look(LookSettings(look: names[next])), at: place ?? steps.endIndex)
        }
        let filters = steps
        try await kit.configure { $0.video.filters = filters }
        let told = next < names.count ? "look: \(names[next])" : "no look"
        return returning == nil ? told : "\(told), and the filters are back"
    }

    private func snapshot() async throws(BroadcastError) -> String {
        guard await hasPictures else { return Self.noPictures }
        let path = TimedName.now(ending: "png")
        try await kit.saveSnapshot(to: path)
        return "snapshot: \(path)"
    }

    private func show(_ index: Int) async throws(BroadcastError) -> String {
        guard scenes.indices.contains(index) else {
            return scenes.isEmpty
                ? "There are no scenes: --scenes names a file of them." : "There is no scene \(index + 1)."
        }
        let scene = scenes[index]
        try await kit.show(scene.scene, with: scene.transition ?? transition)
        return "scene: \(scene.name)"
    }

    private var hasPictures: Bool { get async { await kit.configuration.camera != .off } }

    private static let noPictures = "This program has no pictures."

    private func zoom(by factor: Double) async throws(BroadcastError) -> String {
        guard let camera = await kit.camera else { return "This program has no camera to zoom." }
        let picture = await kit.configuration.video.zoom
        // What the program enlarges is taken back before what the camera does.
        guard let range = camera.capabilities.zoomFactors, factor > 1 || picture == 1 else {
            return try await zoomPicture(by: factor, camera: camera.settings.videoZoomFactor)
        }
        let before = camera.settings.videoZoomFactor
        let reached = try await kit.setZoom(Self.step(before, factor))
        return Self.words(reached * picture, after: before * picture, isNearest: reached >= range.upperBound)
    }

    private func zoomPicture(by factor: Double, camera: Double) async throws(BroadcastError) -> String {
        let before = await kit.configuration.video.zoom
        try await kit.setPictureZoom(Self.step(before, factor), over: Self.zoomDuration)
        let reached = await kit.configuration.video.zoom
        return Self.words(
            reached * camera, after: before * camera, isNearest: reached >= VideoConfiguration.largestZoom)
    }

    /// A step that would land close to 1 means 1: what all steps out again lead to.
    private static func step(_ before: Double, _ factor: Double) -> Double {
        abs(before * factor - 1) < 0.05 ? 1 : before * factor
    }

    private static func words(_ reached: Double, after before: Double, isNearest: Bool) -> String {
        let hundredths = Int((reached * 100).rounded())
        let words = "zoom \(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
        guard reached == before else { return words }
        return "\(words): that is as \(isNearest ? "near" : "far") as it goes"
    }
}

extension VideoOrientation {
    /// As `--orientation` writes it.
    fileprivate var words: String {
        switch self {
        case .portrait: "portrait"
        case .upsideDown: "upside-down"
        case .landscapeLeft: "landscape-left"
        case .landscapeRight: "landscape-right"
        }
    }
}
