import CFFmpeg

/// Keeps the library off stderr where nobody else has taken over its log: some of what it says about a picture file has no
/// level of its own.
enum LibraryLog {
    // Holds for the library's own way of printing alone; a callback somebody has set hears everything as before.
    private static let silenced: Void = av_log_set_level(AV_LOG_QUIET)

    /// Once per process, before a codec is opened.
    static func silence() { _ = silenced }
}
