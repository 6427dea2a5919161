import OnAirMedia
import OnAirPulse

/// A source of a sound server as a microphone that can be chosen like any other.
///
/// Known by the source's name, which survives restarts of the server and of the machine; so a source that comes back is
/// the same microphone, even if its rate is another one.
public final class PulseMicrophoneDriver: MicrophoneDriver {
    /// What stands before the source's name in `uniqueID`.
    static let prefix = "pulse:"

    /// The source's name on the server.
    public let sourceName: String
    public let localizedName: String
    /// Whether it gives what a sink plays, such as the sound of the desktop.
    public let isMonitor: Bool
    /// What the source gathers where that is more than 150 ms and it cannot be asked for less; else zero.
    public let soundDelay: MediaTime
    public var uniqueID: String { Self.prefix + sourceName }

    private let server: PulseServer
    private let address: String?
    private let format: SoundFormat

    init(_ source: PulseSource, server: PulseServer, address: String?) {
        (sourceName, localizedName, isMonitor) = (source.name, source.description, source.isMonitor)
        soundDelay = source.fixedLatency > SoundAssembler.longestGathering ? source.fixedLatency : .zero
        (self.server, self.address) = (server, address)
        let granted = PulseRecorder.Format(of: source)
        format = SoundFormat(sampleRate: granted.sampleRate, channels: granted.channels)
    }

    /// What the source gave when it was found.
    public var formats: [CaptureFormat] { [.audio(format)] }

    /// Asks the server.
    public var isConnected: Bool { (try? server.source(named: sourceName)) != nil }

    /// Asks the server.
    public var authorization: CaptureAuthorization {
        do throws(PulseError) {
            try server.connect()
        } catch  where error.kind == .denied {
            return .denied(CaptureError(opening: error))
        } catch {
            // A server that is away or does not answer forbids nothing; opening says what is wrong.
        }
        return .authorized
    }

    /// Opens the source at its own rate, with its own one or two channels.
    ///
    /// - Parameter request: its channels count where the source has more than two.
    public func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        try PulseMicrophone(address: address, source: sourceName, channels: request.format?.channels)
    }
}
