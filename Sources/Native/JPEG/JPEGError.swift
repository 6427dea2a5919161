import OnAirMedia

/// Why a compressed picture gave none. After any of these the decoder is as good as new for the next picture.
public enum JPEGError: OnAirError, Equatable {
    /// There are no bytes.
    case empty
    /// The bytes end before the picture does.
    case truncated
    /// It contradicts the format, or what it codes is damaged.
    case corrupt
    /// Its header has another size than the one wanted.
    case wrongSize(found: PictureSize, wanted: PictureSize)
    /// It is coded in a way that cameras do not use and that is not decoded: arithmetic coding, 12 bits, lossless, CMYK,
    /// RGB, uncommon subsampling, more than 64 scans.
    case unsupported
    /// Every picture of the pool is in use.
    case noPicture
    /// There is not enough memory for a picture of this size, or it asks for more than one may need.
    case noMemory
    /// The pool's pictures are not of a kind that is written: I420, at most 65500 pixels each way.
    case unusablePool(PictureFormat)

    public var code: String {
        switch self {
        case .empty: "jpeg-empty"
        case .truncated: "jpeg-truncated"
        case .corrupt: "jpeg-corrupt"
        case .wrongSize: "jpeg-wrong-size"
        case .unsupported: "jpeg-unsupported"
        case .noPicture: "jpeg-no-picture"
        case .noMemory: "jpeg-no-memory"
        case .unusablePool: "jpeg-unusable-pool"
        }
    }

    public var message: String {
        switch self {
        case .empty: "The compressed picture has no bytes."
        case .truncated: "The compressed picture ends in the middle."
        case .corrupt: "The compressed picture is damaged."
        case .wrongSize(let found, let wanted): "The compressed picture is \(found), not \(wanted)."
        case .unsupported: "The compressed picture is coded in a way that is not decoded here."
        case .noPicture: "Every picture of the pool is in use, so the compressed picture was not decoded."
        case .noMemory: "There is not enough memory to decode the compressed picture."
        case .unusablePool(let format):
            "Compressed pictures cannot be decoded into \(format.pixels.rawValue) pictures of \(format.size)."
        }
    }

    public var advice: String? {
        switch self {
        case .empty, .truncated, .corrupt:
            "A few are normal on a busy USB bus; if there are many, try another cable or port, or a smaller size."
        case .wrongSize: "Open the camera again, so that the size is agreed anew."
        case .unsupported: "Choose an uncompressed format of this camera."
        case .noPicture: nil
        case .noMemory: nil
        case .unusablePool: "Take a pool of I420 pictures."
        }
    }
}
