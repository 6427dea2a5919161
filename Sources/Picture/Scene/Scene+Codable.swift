/// How a scene is written: `{ "background": "#000000", "layers": [ … ] }`, layers from bottom to top.
extension Scene: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case layers, background }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            layers: try values.decode([Layer].self, forKey: .layers),
            background: try values.decodeIfPresent(LayerColor.self, forKey: .background) ?? .black)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(layers, forKey: .layers)
        if background != .black { try values.encode(background, forKey: .background) }
    }
}
