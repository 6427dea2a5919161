import OnAirMedia
import OnAirPixels

extension KeyRule {
    /// What `key` comes to in pictures in `color`.
    package init(_ key: ChromaKey, in color: ColorDescription) {
        let screen = PictureColor(red: key.color.red, green: key.color.green, blue: key.color.blue)
        self.init(
            screen: screen, in: color, similarity: key.similarity, smoothness: key.smoothness, spill: key.spill)
    }
}
