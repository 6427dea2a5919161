/// A plane of a picture that may be read while the closure that received it runs.
public struct PicturePlane {
    /// The first byte of the first row.
    public let base: UnsafePointer<UInt8>
    /// Bytes from one row to the next, padding included.
    public let stride: Int
    /// Bytes in a row that carry pixels.
    public let bytesPerRow: Int
    /// Rows.
    public let rows: Int
}

/// A plane of a picture that may be written while the closure that received it runs.
public struct MutablePicturePlane {
    /// The first byte of the first row.
    public let base: UnsafeMutablePointer<UInt8>
    /// Bytes from one row to the next; a multiple of 64.
    public let stride: Int
    /// Bytes in a row that carry pixels.
    public let bytesPerRow: Int
    /// Rows.
    public let rows: Int
}
