import OnAirMedia

/// Pictures in memory as the source of a layer. Two are the same where they are the same object: pictures are not
/// compared.
public final class LayerBitmapSource: Hashable, Sendable {
    /// What is shown; plays where it has several frames.
    public let sequence: ImageSequence

    public init(_ sequence: ImageSequence) { self.sequence = sequence }
    public convenience init(_ bitmap: ImageBitmap) { self.init(ImageSequence(bitmap)) }

    public static func == (left: LayerBitmapSource, right: LayerBitmapSource) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
