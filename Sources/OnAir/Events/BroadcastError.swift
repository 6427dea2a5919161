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
        /// The program did not start in time.
        public static let timedOut = Code(rawValue: "timed-out")
    }

    public let broadcastCode: Code
    public let message: String
    public let advice: String?
    public var code: String { broadcastCode.rawValue }

    public init(code: Code, message: String, advice: String? = nil) {
        broadcastCode = code
        self.message = message
        self.advice = advice
    }

    /// The same failure, told by another module: its code, message and advice are kept.
    public init(_ error: any OnAirError) {
        self.init(code: Code(rawValue: error.code), message: error.message, advice: error.advice)
    }

    static func invalidConfiguration(_ message: String) -> BroadcastError {
        BroadcastError(code: .invalidConfiguration, message: message)
    }

    static func invalidState(_ message: String, advice: String? = nil) -> BroadcastError {
        BroadcastError(code: .invalidState, message: message, advice: advice)
    }
}
