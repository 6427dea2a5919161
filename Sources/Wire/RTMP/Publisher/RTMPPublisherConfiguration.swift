/// What a publisher may choose. Every value has a default that fits the public services.
public struct RTMPPublisherConfiguration: Hashable, Sendable {
    /// How long each step may take, in milliseconds.
    public struct TimeOuts: Hashable, Sendable {
        /// Services answer after more than a second on bad days; a shorter wait than this refuses healthy servers.
        public static let minimum: Int64 = 5_000

        public var handshake: Int64 = 10_000
        public var connect: Int64 = 10_000
        public var createStream: Int64 = 10_000
        public var publish: Int64 = 10_000

        public init() {}

        /// The time for `step` in milliseconds, never below `minimum`; nil where nothing is waited for.
        public func milliseconds(for step: RTMPStep) -> Int64? {
            switch step {
            case .handshake: max(handshake, Self.minimum)
            case .connect: max(connect, Self.minimum)
            case .createStream: max(createStream, Self.minimum)
            case .publish: max(publish, Self.minimum)
            case .publishing: nil
            }
        }
    }

    /// Bytes in an outgoing chunk once announced, 4096…65536; values outside are clamped.
    ///
    /// 4096 costs at most 5 bytes in 4101, is what most encoders in the field announce, and every service has met it;
    /// larger values gain nothing measurable and some servers refuse more than 65536.
    public var chunkSize = 4096
    /// How long each step may take.
    public var timeOuts = TimeOuts()
    /// What `connect` calls the program; servers look for the `FMLE/` prefix to know a publisher.
    public var flashVersion = "FMLE/3.0 (compatible; OnAir)"
    /// What the metadata calls the encoder.
    public var encoderName = "OnAir"

    public init() {}
}
