import OnAir
import OnAirTerminal

/// Does what the keys of `onair live` ask for, and says in one line what came of it.
package struct LiveKeyActions {
    /// What one press of a zoom key multiplies or divides the factor by.
    package static let zoomStep = 1.25

    private let kit: StreamerKit

    package init(kit: StreamerKit) { self.kit = kit }

    package func perform(_ key: LiveKey) async -> String {
        do throws(BroadcastError) {
            switch key {
            case .switchCamera: return "camera: \(try await kit.switchCamera().name)"
            case .mute: return try await mute()
            case .torch: return try await kit.toggleTorch() ? "torch on" : "torch off"
            case .zoomIn: return try await zoom(by: Self.zoomStep)
            case .zoomOut: return try await zoom(by: 1 / Self.zoomStep)
            case .help, .quit: return await help()
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
        if can?.zoomFactors == nil { useless.formUnion([.zoomIn, .zoomOut]) }
        if await kit.configuration.microphone == .off { useless.insert(.mute) }
        return LiveKey.line(without: useless)
    }

    private func mute() async throws(BroadcastError) -> String {
        guard await kit.configuration.microphone != .off else { return "This program has no sound to mute." }
        let isMuted = await !kit.configuration.audio.isMuted
        try await kit.configure { $0.audio.isMuted = isMuted }
        return isMuted ? "muted: viewers hear silence" : "not muted"
    }

    private func zoom(by factor: Double) async throws(BroadcastError) -> String {
        guard let camera = await kit.camera else { return "This program has no camera to zoom." }
        guard let range = camera.capabilities.zoomFactors else { return "\(camera.localizedName) has no zoom." }
        let before = camera.settings.videoZoomFactor
        // A step that would land close to 1 means 1: what all steps out again lead to.
        let wanted = abs(before * factor - 1) < 0.05 ? 1 : before * factor
        let reached = try await kit.setZoom(wanted)
        let hundredths = Int((reached * 100).rounded())
        let words = "zoom \(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
        guard reached == before else { return words }
        return "\(words): that is as \(reached >= range.upperBound ? "near" : "far") as it goes"
    }
}
