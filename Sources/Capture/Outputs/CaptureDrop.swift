import OnAirMedia

/// Samples that did not reach a delegate or a subscriber.
public struct CaptureDrop: Hashable, Sendable {
    /// Why.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A newer picture came while this one waited.
        case late
        /// The device had no free memory to put it into, because too much of it is being held, or there was none to
        /// convert it into, or too many waited already.
        case outOfBuffers
        /// Two seconds of sound waited already.
        case overflow
        /// The device gave something broken, or it could not be converted to what the connection asks for.
        case unusable

        /// The same reason in a ledger.
        public var ledgerReason: DropLedger.Reason {
            switch self {
            case .late: .late
            case .outOfBuffers: .poolEmpty
            case .overflow: .overrun
            case .unusable: .corrupt
            }
        }
    }

    public let reason: Reason
    /// What was lost.
    public let mediaType: MediaType
    /// When the first of them was captured; of one that the device lost, when that was noticed.
    public let captureTime: HostTime
    /// How many pictures or blocks were lost one after the other, at least 1.
    public internal(set) var count: Int

    init(_ reason: Reason, _ sample: SampleBuffer) {
        self.reason = reason
        (mediaType, captureTime, count) = (sample.mediaType, sample.captureTime, 1)
    }

    /// Samples that the device itself lost.
    init(_ reason: Reason, of mediaType: MediaType, at captureTime: HostTime, count: Int) {
        (self.reason, self.mediaType, self.captureTime, self.count) = (reason, mediaType, captureTime, count)
    }
}
