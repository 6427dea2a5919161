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
