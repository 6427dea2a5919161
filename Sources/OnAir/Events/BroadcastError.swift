import OnAirCapture
import OnAirMedia

/// What went wrong in a broadcast. The code is stable; the message says what happened, to what, and what to do.
public struct BroadcastError: OnAirError, Equatable {
    /// The kind of failure. A struct, so that a new one breaks nobody's `switch`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A field of the configuration cannot be what it is.
        public static let invalidConfiguration = Code(rawValue: "invalid-configuration")
        /// The call makes no sense in the present state.
        public static let invalidState = Code(rawValue: "invalid-state")
        /// An address cannot be understood.
        public static let invalidAddress = Code(rawValue: "invalid-address")
        /// An encoder could not be opened.
        public static let codecOpen = Code(rawValue: "codec-open")
        /// A `stop` came while the call was waiting.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A stage did not end in time and was left behind.
        public static let timedOut = Code(rawValue: "timed-out")
        /// A scene or a scene file cannot be used.
        public static let invalidScene = Code(rawValue: "invalid-scene")
        /// The broadcast itself reads or writes the file.
        public static let fileInUse = Code(rawValue: "file-in-use")

        /// There is no such camera, microphone or file.
        public static let deviceMissing = Code(rawValue: "device-missing")
        /// Somebody else has the device.
        public static let deviceBusy = Code(rawValue: "device-busy")
        /// This user may not open the device.
        public static let deviceDenied = Code(rawValue: "device-denied")
        /// The device or file gives nothing usable.
        public static let deviceUnusable = Code(rawValue: "device-unusable")
        /// The device or file was lost while it ran.
        public static let deviceLost = Code(rawValue: "device-lost")
        /// The device cannot be set so.
        public static let deviceRefused = Code(rawValue: "device-refused")

        /// The address was asked for and not given.
        public static let addressMissing = Code(rawValue: "address-missing")
        /// The host's name has no address.
        public static let nameNotResolved = Code(rawValue: "name-not-resolved")
        /// Nobody listens at the address.
        public static let connectionRefused = Code(rawValue: "connection-refused")
        /// There is no way to the host.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The connection was not made in time.
        public static let connectTimedOut = Code(rawValue: "connect-timed-out")
        /// The peer does not speak RTMP, or says nothing.
        public static let handshakeFailed = Code(rawValue: "handshake-failed")
        /// The server refused the application.
        public static let connectRejected = Code(rawValue: "connect-rejected")
        /// The server wants other credentials.
        public static let authenticationFailed = Code(rawValue: "authentication-failed")
        /// Somebody publishes under this name already.
        public static let nameInUse = Code(rawValue: "name-in-use")
        /// The server refused the stream.
        public static let publishRejected = Code(rawValue: "publish-rejected")
        /// The server ended the stream.
        public static let endedByServer = Code(rawValue: "ended-by-server")
        /// The connection was cut.
        public static let connectionBroken = Code(rawValue: "connection-broken")
        /// The peer took nothing for too long.
        public static let stalled = Code(rawValue: "stalled")
        /// A recording's file could not be written.
        public static let fileFailed = Code(rawValue: "file-failed")
    }

    public let broadcastCode: Code
    public let message: String
    public let advice: String?
    public var code: String { broadcastCode.rawValue }
    /// Another program has the device, so that nothing this one does makes it free.
    var isHeldElsewhere = false

    public init(code: Code, message: String, advice: String? = nil) {
        broadcastCode = code
        self.message = message
        self.advice = advice
    }

    /// The same failure, told by another module: its code, message and advice are kept.
    public init(_ error: any OnAirError) {
        self.init(code: Code(rawValue: error.code), message: error.message, advice: error.advice)
        isHeldElsewhere = (error as? CaptureError)?.isHeldElsewhere ?? false
    }

    static func invalidConfiguration(_ message: String) -> BroadcastError {
        BroadcastError(code: .invalidConfiguration, message: message)
    }

    static func invalidScene(_ message: String, advice: String? = nil) -> BroadcastError {
        BroadcastError(code: .invalidScene, message: message, advice: advice)
    }

    static func invalidState(_ message: String, advice: String? = nil) -> BroadcastError {
        BroadcastError(code: .invalidState, message: message, advice: advice)
    }
}
