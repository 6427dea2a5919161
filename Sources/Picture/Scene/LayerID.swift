/// The name of a layer, unique within its scene. A layer keeps its name from one scene to the next: that is how the
/// mixer knows which one moved.
public struct LayerID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ name: String) { rawValue = name }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// The camera's picture.
    public static let camera = LayerID("camera")
    /// A second video, with the camera in a corner of it or the other way round.
    public static let video = LayerID("video")
    /// A still picture in place of the camera.
    public static let picture = LayerID("picture")
    public static let logo = LayerID("logo")
    public static let text = LayerID("text")
    public static let sticker = LayerID("sticker")
    /// Strokes drawn by hand.
    public static let brush = LayerID("brush")
}
