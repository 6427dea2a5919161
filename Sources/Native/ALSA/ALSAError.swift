import CALSA
import Glibc
import OnAirMedia

/// A call to a sound card that failed.
public struct ALSAError: OnAirError, Hashable {
    /// What was asked, such as `snd_pcm_open`.
    public let operation: String
    /// The error number, positive, such as `EBUSY`.
    public let number: Int32
    /// The card or PCM it was asked of, such as `hw:CARD=Camera,DEV=0`.
    public let name: String

    package init(_ operation: String, _ number: Int32, of name: String) {
        (self.operation, self.number, self.name) = (operation, abs(number), name)
    }

    public var code: String { "alsa-refused" }
    public var message: String { "\(name) refused \(operation): \(String(cString: snd_strerror(-number)))." }
    public var advice: String? { nil }

    /// What is said of a card that has gone: "file descriptor in bad state".
    package static let gone = EBADFD

    /// Whether the card has gone while it was open.
    package var isGone: Bool { number == EBADFD || number == ENODEV }
    /// Whether nobody read in time.
    package var isOverrun: Bool { number == EPIPE }
    /// Whether the machine has slept.
    package var isSuspension: Bool { number == ESTRPIPE }
    /// Whether the card, or the name, is not there.
    package var isMissing: Bool { [ENOENT, ENODEV, ENXIO].contains(number) }
    /// Whether somebody else has it.
    package var isBusy: Bool { [EBUSY, EAGAIN].contains(number) }
    /// Whether this user may not have it.
    package var isDenied: Bool { [EACCES, EPERM].contains(number) }
}
