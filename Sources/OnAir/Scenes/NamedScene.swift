import OnAirPicture

/// A scene of a scene file, and the name it is chosen by.
public struct NamedScene: Hashable, Sendable {
    /// Unique in its file.
    public var name: String
    public var scene: Scene
    /// How it comes; nil for what the file says for all.
    public var transition: PictureTransition?

    public init(name: String, scene: Scene, transition: PictureTransition? = nil) {
        self.name = name
        self.scene = scene
        self.transition = transition
    }
}

extension NamedScene: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case name, layers, background, transition }

    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a scene")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decodeIfPresent(String.self, forKey: .name) ?? "", scene: try Scene(from: decoder),
            transition: try values.decodeIfPresent(PictureTransition.self, forKey: .transition))
    }

    public func encode(to encoder: any Encoder) throws {
        try scene.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encodeIfPresent(transition, forKey: .transition)
    }
}
