import CALSA
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
}
