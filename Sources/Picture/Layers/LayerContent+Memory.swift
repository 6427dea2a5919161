import OnAirMedia

extension LayerContent {
    /// Bytes its pictures take, as far as they are its own.
    var byteCount: Int {
        switch self {
        case .nothing, .picture: 0
        case .drawing(let bitmap, _, _): bitmap.stride * bitmap.size.height
        case .images(let sequence):
            sequence.frames.reduce(0) { $0 + $1.bitmap.stride * $1.bitmap.size.height }
        }
    }
}
