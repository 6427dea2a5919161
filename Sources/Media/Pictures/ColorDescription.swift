/// What the numbers in a picture mean (ITU-T H.273).
public struct ColorDescription: Hashable, Sendable, Codable {
    /// Which weights make luma out of red, green and blue.
    public enum Matrix: String, Hashable, Sendable, Codable { case bt601, bt709 }
    /// Which codes are black and white: 16 and 235, or 0 and 255.
    public enum Range: String, Hashable, Sendable, Codable { case limited, full }

    public var matrix: Matrix
    public var range: Range

    public init(matrix: Matrix, range: Range) {
        self.matrix = matrix
        self.range = range
    }

    /// The colour of a stream of `size`: limited range; BT.709 where the shorter side has at least 720 pixels, else BT.601.
    public static func stream(for size: PictureSize) -> ColorDescription {
        ColorDescription(matrix: min(size.width, size.height) >= 720 ? .bt709 : .bt601, range: .limited)
    }

    /// What a JPEG carries: full-range BT.601 (JFIF 1.02).
    public static let jpeg = ColorDescription(matrix: .bt601, range: .full)
}
