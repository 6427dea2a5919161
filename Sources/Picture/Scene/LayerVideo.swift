/// A video that a layer shows.
public struct LayerVideo: Hashable, Sendable, Codable {
    /// A file, or a URL that FFmpeg reads.
    public var path: String
    /// Plays from its start again at its end. Default true; else its last picture stays.
    public var loops: Bool
    /// How loud its sound is in the program, 0…2; 0, the default, leaves it out.
    public var volume: Double

    public init(path: String, loops: Bool = true, volume: Double = 0) {
        self.path = path
        self.loops = loops
        self.volume = volume
    }
}

extension LayerVideo {
    private enum CodingKeys: String, CodingKey, CaseIterable { case path, loops, volume }

    /// Reads a video; what it says nothing of has its default.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a video")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try values.decode(String.self, forKey: .path),
            loops: try values.decodeIfPresent(Bool.self, forKey: .loops) ?? true,
            volume: try values.decodeIfPresent(Double.self, forKey: .volume) ?? 0)
    }
}
