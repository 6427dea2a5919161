import CFFmpeg
import OnAirMedia

/// What went wrong in a codec, a demuxer or a resampler.
public struct FFmpegError: OnAirError, Equatable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Equatable {
        /// The library on this machine was built without what is needed.
        case unavailable
        /// The settings contradict each other, or the codec refuses them.
        case configuration
        /// A picture or a sound block does not have the format the codec was opened for, or comes out of order.
        case mismatch
        /// The codec failed while running; it cannot go on.
        case encoding
        /// There is no such file, or it cannot be opened or read.
        case file
        /// A file cannot be created, or written to its end.
        case writing
        /// The file holds nothing that can be used: no such track, an unknown codec, an unsupported pixel format.
        case unusable
        /// The resampler refuses the conversion, or failed.
        case resampling
    }

    public let kind: Kind
    public let message: String
    public let advice: String?

    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// An error of a library call: `what` failed, and why in the library's words.
    init(_ kind: Kind, _ what: String, result: Int32, advice: String? = nil) {
        let detail = FFmpegLog.takeLastError()
        let reason = FFmpegError.text(of: result) + (detail.map { " (\($0))" } ?? "")
        self.init(kind, "\(what): \(reason).", advice: advice)
    }

    /// `codec-unavailable`, `codec-configuration` and so on.
    public var code: String { "codec-\(kind.rawValue)" }

    /// The library's own text for an error number.
    static func text(of result: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_strerror(result, base, buffer.count) == 0 else {
                return "error \(result)"
            }
            return String(cString: base)
        }
    }
}
