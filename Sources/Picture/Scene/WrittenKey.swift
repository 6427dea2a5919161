import OnAirBeauty

/// How a layer's key is written: `{ "color": "green", "similarity": 0.5 }` with what differs from the defaults, or the
/// colour alone: `"green"`.
struct WrittenKey: Codable {
    let key: ChromaKey

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case color, similarity, smoothness, spill
    }

    init(key: ChromaKey) { self.key = key }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard let color = KeyColor(text) else { throw Self.noColor(text, decoder.codingPath) }
            key = ChromaKey(color: color)
            return
        }
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a layer's key")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var key = ChromaKey()
        if let text = try values.decodeIfPresent(String.self, forKey: .color) {
            guard let color = KeyColor(text) else {
                throw Self.noColor(text, decoder.codingPath + [CodingKeys.color])
            }
            key.color = color
        }
        key.similarity = try values.decodeIfPresent(Double.self, forKey: .similarity) ?? key.similarity
        key.smoothness = try values.decodeIfPresent(Double.self, forKey: .smoothness) ?? key.smoothness
        key.spill = try values.decodeIfPresent(Double.self, forKey: .spill) ?? key.spill
        self.key = key
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        let usual = ChromaKey()
        try values.encode(key.color.description, forKey: .color)
        if key.similarity != usual.similarity { try values.encode(key.similarity, forKey: .similarity) }
        if key.smoothness != usual.smoothness { try values.encode(key.smoothness, forKey: .smoothness) }
        if key.spill != usual.spill { try values.encode(key.spill, forKey: .spill) }
    }

    private static func noColor(_ text: String, _ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: path, debugDescription: "“\(text)” is not a colour: write green, blue or #RRGGBB"))
    }
}
