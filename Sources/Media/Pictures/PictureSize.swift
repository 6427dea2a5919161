/// Width and height of a picture in pixels.
public struct PictureSize: Hashable, Sendable, Codable {
    /// Pixels in a row; at least 1 in any picture that exists.
    public var width: Int
    /// Rows; at least 1 in any picture that exists.
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width and height exchanged: the size after a quarter turn.
    public var transposed: PictureSize { PictureSize(width: height, height: width) }
}

extension PictureSize: CustomStringConvertible, LosslessStringConvertible {
    /// `1280x720`.
    public var description: String { "\(width)x\(height)" }

    /// Reads `1280x720`; nil for anything else and for sizes below 1.
    public init?(_ description: String) {
        let parts = description.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0 else {
            return nil
        }
        self.init(width: width, height: height)
    }
}
