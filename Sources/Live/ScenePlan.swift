import OnAir
import OnAirTerminal

/// What `onair live` shows: scenes of a file, with what options lay over all of them.
struct ScenePlan {
    /// Those of the file, in its order; empty without one.
    let scenes: [NamedScene]
    /// The scene to begin with.
    let first: Scene
    /// How scenes come that do not say it themselves.
    let transition: PictureTransition
    /// How cameras give way to each other.
    let cameraTransition: PictureTransition

    /// Where the camera lies over a video unless told otherwise.
    private static let corner = LayerPlacement(x: 0.7, y: 0.68, width: 0.27, height: 0)

    /// - Throws: `UsageError` for a file that cannot be used, a scene it does not have, or a transition that is none.
    init(_ options: LiveOptions) throws(UsageError) {
        let asked = try options.transition.map { text throws(UsageError) in try Self.transition(text) }
        let base = Self.base(options)
        guard let path = options.scenes else {
            scenes = []
            first = Self.laid(options.overlays, over: base)
            (transition, cameraTransition) = (asked ?? SceneFile.usualTransition, asked ?? .cut)
            return
        }
        let file: SceneFile
        do throws(BroadcastError) {
            file = try SceneFile(path: path)
        } catch {
            throw UsageError(.badValue, error.message, advice: error.advice)
        }
        scenes = file.scenes.map { named in
            NamedScene(
                name: named.name, scene: Self.laid(options.overlays, over: named.scene),
                transition: asked ?? named.transition)
        }
        guard let name = options.scene else {
            first = scenes[0].scene
            (transition, cameraTransition) = (asked ?? file.transition, asked ?? .cut)
            return
        }
        guard let chosen = scenes.first(where: { $0.name == name }) else {
            throw UsageError(
                .badValue, "\(path) has no scene \"\(name)\".",
                advice: "It has \(scenes.map { "\"\($0.name)\"" }.joined(separator: ", ")).")
        }
        first = chosen.scene
        (transition, cameraTransition) = (asked ?? file.transition, asked ?? .cut)
    }

    private static func transition(_ text: String) throws(UsageError) -> PictureTransition {
        guard let transition = PictureTransition(text) else {
            throw UsageError(
                .badValue, "--transition cannot be \"\(text)\".",
                advice: "It is \(PictureTransition.Kind.allCases.map(\.rawValue).joined(separator: ", ")), with seconds"
                    + " up to 60 as in fade:0.5.")
        }
        return transition
    }

    /// The camera, or a video with the camera in a corner.
    private static func base(_ options: LiveOptions) -> Scene {
        var camera = Layer(.camera, .camera)
        if let place = options.cameraPlace {
            camera.placement = LayerPlacement(place)
        } else if options.video != nil {
            camera.placement = corner
        }
        var layers = [camera]
        if let video = options.video {
            layers.insert(Layer(.video, .video(LayerVideo(path: video, volume: options.videoVolume))), at: 0)
        }
        return Scene(layers: layers)
    }

    private static func laid(_ overlays: [LiveOptions.Overlay], over scene: Scene) -> Scene {
        var scene = scene
        for overlay in overlays {
            // Several of a kind, and a name that the file uses, have a number behind it.
            var id = LayerID(overlay.kind.rawValue)
            var number = 1
            while scene[id] != nil {
                number += 1
                id = LayerID("\(overlay.kind.rawValue)-\(number)")
            }
            scene.layers.append(layer(overlay, id))
        }
        return scene
    }

    private static func layer(_ overlay: LiveOptions.Overlay, _ id: LayerID) -> Layer {
        let place = overlay.place.map { LayerPlacement($0) }
        let picture = LayerSource.picture(path: overlay.value)
        return switch overlay.kind {
        case .logo: Layer(id, picture, placement: place ?? .logo, alpha: overlay.alpha)
        case .text: Layer(id, .text(TextLabel(overlay.value)), placement: place ?? .text, alpha: overlay.alpha)
        case .sticker:
            Layer(
                id, picture, placement: place ?? LayerPlacement(x: 0.77, y: 0.05, width: 0.2, height: 0),
                alpha: overlay.alpha)
        case .picture: Layer(id, picture, placement: place ?? .whole, fit: .fill, alpha: overlay.alpha)
        }
    }
}

extension LayerPlacement {
    fileprivate init(_ place: LiveOptions.Place) {
        self.init(x: place.x, y: place.y, width: place.width, height: place.height)
    }
}
