import OnAirMedia
import OnAirPulse

/// The microphones of a sound server: PulseAudio, or PipeWire's Pulse server.
///
/// The server's default comes first, and what its sinks play (monitors) last. When the server's default changes, so
/// does the order; a microphone that is open stays what it is. Where no server runs there are none, and finding that
/// out costs next to nothing.
public final class PulseBackend: CaptureBackend {
    /// The server of this user, as `PULSE_SERVER` and `XDG_RUNTIME_DIR` say.
    public static let shared = PulseBackend()

    public let name = "pulse"
    private let server: PulseServer
    private let address: String?
    /// When the server last did not answer.
    private let lastSilence = Lock<HostTime?>(nil)
    private static let silence = MediaTime.milliseconds(1000)

    /// - Parameter address: the server, such as `unix:/run/user/1000/pulse/native`; nil for the one libpulse finds.
    public init(address: String? = nil) {
        self.address = address
        server = PulseServer(address: address)
    }

    /// - Throws: `CaptureError` of kind `denied` where the server does not let this user in, `unusable` where it does
    ///   not answer within 1.5 s.
    public func microphones() throws(CaptureError) -> [any MicrophoneDriver] {
        do throws(PulseError) {
            return try server.sources().map { PulseMicrophoneDriver($0, server: server, address: address) }
        } catch  where error.kind == .noServer || error.kind == .lost {
            return []
        } catch {
            _ = noteSilence(error)
            throw CaptureError(opening: error)
        }
    }

    /// Whether a server has the cards of this machine. One that does not let this user in is no help to anybody; one that
    /// does not answer has them all the same, and is not waited for twice.
    var isServerRunning: Bool {
        if let time = lastSilence.withLock({ $0 }), MonotonicClock().now.time(since: time) < Self.silence {
            return true
        }
        do throws(PulseError) {
            try server.connect()
            return true
        } catch {
            return noteSilence(error)
        }
    }

    /// Remembers that the server did not answer just now.
    private func noteSilence(_ error: PulseError) -> Bool {
        guard error.kind == .timedOut else { return false }
        lastSilence.withLock { $0 = MonotonicClock().now }
        return true
    }

    /// Watches with a thread, which looks for a server again and again where none runs.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? {
        PulseWatch(server, changed: changed)
    }
}
