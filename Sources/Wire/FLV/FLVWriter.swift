import OnAirMedia

/// Writes a program as an FLV file (Adobe FLV 10.1, Annex E) into `output`; whoever owns the file takes it from there.
///
/// The first packet written is an IDR picture (or audio, without a video track); both tracks count from its decode time.
/// Belongs to one thread. Holds no more than the packets not yet taken from `output`.
public struct FLVWriter: ~Copyable, Sendable {
    /// The bytes of the file not yet taken.
    public var output: WireBuffer

    /// A writer that has written nothing yet.
    public init(encoderName: String = "OnAir", outputCapacity: Int = 64 * 1024) {
        output = WireBuffer(capacity: outputCapacity)
    }

    /// Writes the file header (the first time), metadata and the sequence headers of both tracks.
    ///
    /// Called again when the format changes: writes them anew at the present time, and video waits for an IDR picture.
    /// - Throws: where the format cannot be announced; nothing is written then.
    public mutating func begin(format: ProgramFormat) throws(TrackHeaderError) {}

    /// Writes one packet as a tag, or says why not.
    public mutating func write(_ packet: EncodedPacket) -> PacketOutcome { .dropped(.notPublishing) }
}
