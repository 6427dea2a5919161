import OnAirMedia

/// What an encoder has done so far.
public struct EncodeStatistics: Sendable {
    /// Pictures or sound blocks that went in.
    public internal(set) var encoded: Int64 = 0
    /// Pictures left out to lower the frame rate, on purpose: neither skipped nor dropped.
    public internal(set) var thinned: Int64 = 0
    /// Packets that came out.
    public internal(set) var packets: Int64 = 0
    /// IDR pictures among them (for sound: all).
    public internal(set) var keyframes: Int64 = 0
    /// Bytes that came out.
    public internal(set) var bytes: Int64 = 0
    /// How long the newest picture or block took, in nanoseconds.
    public internal(set) var lastNanoseconds: Int64 = 0
    /// How long all of them took, in nanoseconds.
    public internal(set) var totalNanoseconds: Int64 = 0
    /// Target bitrate in bit/s.
    public internal(set) var bitrate: Int
    /// Why the encoder ended before its input did; nil while all is well.
    public internal(set) var failure: (any OnAirError)?

    /// How long a picture or block took on average, in nanoseconds.
    public var averageNanoseconds: Int64 { encoded == 0 ? 0 : totalNanoseconds / encoded }

    init(bitrate: Int) { self.bitrate = bitrate }

    mutating func add(_ packet: EncodedPacket) {
        packets += 1
        bytes += Int64(packet.byteCount)
        if packet.isKeyframe { keyframes += 1 }
    }

    mutating func add(encodeNanoseconds: Int64) {
        encoded += 1
        lastNanoseconds = encodeNanoseconds
        totalNanoseconds += encodeNanoseconds
    }
}
