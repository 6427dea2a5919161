/// How `onair` ends: the numbers of `sysexits.h` where it has one that fits, so that a supervisor can tell "try
/// again" from "mend the command line".
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// Ended as asked (duration over, ctrl-C, SIGTERM) and every output went well to its end.
    case success = 0
    /// The command line cannot be understood (EX_USAGE).
    case usage = 64
    /// A camera, microphone or input file cannot be opened, or was lost (EX_NOINPUT).
    case input = 66
    /// A destination could not be reached or refused the stream (EX_UNAVAILABLE).
    case destinationRefused = 69
    /// A fault of the program itself (EX_SOFTWARE).
    case fault = 70
    /// `onair doctor` found something that keeps this machine from going live (EX_OSERR).
    case unfit = 71
    /// A recording could not be created (EX_CANTCREAT).
    case recordingRefused = 73
    /// A recording, or standard output, failed while it was written, such as on a full disk (EX_IOERR).
    case writingFailed = 74
    /// A destination was lost while live (EX_TEMPFAIL): trying again may help.
    case destinationLost = 75
    /// A setting was refused, such as a size the encoder cannot do (EX_CONFIG).
    case settings = 78
    /// A second ctrl-C ended it without waiting for anything (128 + SIGINT).
    case interrupted = 130

    /// One line for the help.
    public var meaning: String {
        switch self {
        case .success: "ended as asked, and every output went well"
        case .usage: "the command line cannot be understood"
        case .input: "a camera, microphone or input file cannot be used, or was lost"
        case .destinationRefused: "a destination cannot be reached, or refused the stream"
        case .fault: "a fault of the program itself"
        case .unfit: "something on this machine keeps it from going live"
        case .recordingRefused: "a recording cannot be created"
        case .writingFailed: "a recording, or standard output, failed while it was written"
        case .destinationLost: "a destination was lost while live; trying again may help"
        case .settings: "a setting was refused"
        case .interrupted: "a second ctrl-C ended it at once"
        }
    }
}
