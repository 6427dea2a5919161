import OnAirMedia

/// Makes pictures of what a camera compressed. Owned by one thread.
protocol V4L2Decoder: AnyObject {
    /// Decodes one compressed picture; its bytes are only there during the call.
    func decode(_ bytes: UnsafeRawBufferPointer, captureTime: HostTime, sequence: Int64) -> V4L2Decoded
}

/// What became of a compressed picture.
enum V4L2Decoded {
    case picture(Picture)
    case damaged
    case poolEmpty
}

/// The decoders there are.
enum V4L2Decoders {
    /// A decoder of JPEG pictures in `format`.
    static func make(_ format: PictureFormat) -> (any V4L2Decoder)? { nil }
}
