import CALSA

/// libasound as a whole.
enum ALSALibrary {
    private static let silenced: Void = onair_alsa_silence()

    /// Keeps libasound from writing to standard error. Called before anything else of it.
    static func silence() { silenced }
}
