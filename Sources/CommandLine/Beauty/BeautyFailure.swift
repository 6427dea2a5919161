import OnAirBeauty
import OnAirFFmpeg
import OnAirImages
import OnAirMedia
import OnAirSystem
import OnAirTerminal

/// Why a picture or clip was not treated, and the exit code that says so.
enum BeautyFailure: Error {
    case failed(ExitCode, any OnAirError)
    /// Somebody asked for the end.
    case interrupted

    /// What any error on the way means for the whole.
    init(_ error: any Error) {
        switch error {
        case let failure as BeautyFailure: self = failure
        case let error as ImageError: self = .failed(error.kind == .encoding ? .fault : .input, error)
        case let error as FilterError:
            self = .failed(error.kind == .unreadable || error.kind == .broken ? .input : .usage, error)
        case let error as FFmpegError: self = .failed(Self.code(of: error.kind), error)
        case let error as SystemError: self = .failed(.writingFailed, error)
        case let error as any OnAirError: self = .failed(.fault, error)
        default: self = .interrupted
        }
    }

    private static func code(of kind: FFmpegError.Kind) -> ExitCode {
        switch kind {
        case .file, .unusable: .input
        case .writing: .writingFailed
        case .configuration: .settings
        case .unavailable, .mismatch, .encoding, .resampling: .fault
        }
    }
}
