import OnAirALSA

/// Reads a card and turns what it gives into interleaved float. Allocates once.
///
/// Its memory is its own and freed with it; used by one thread at a time.
final class ALSAReader {
    /// Samples per channel that are read at one time.
    let capacity: Int
    private let converter: ALSASampleConverter
    private let channels: Int
    private let bytes: UnsafeMutableRawBufferPointer
    private let samples: UnsafeMutableBufferPointer<Float>

    /// - Parameter channels: how many of the card's channels are wanted, from the first on.
    init(_ format: ALSAStreamFormat, channels: Int) {
        capacity = min(format.buffer, max(format.period, 4096))
        converter = ALSASampleConverter(format.sampleFormat, cardChannels: format.channels, channels: channels)
        self.channels = channels
        bytes = .allocate(byteCount: capacity * converter.frameByteCount, alignment: 16)
        samples = .allocate(capacity: capacity * channels)
        samples.initialize(repeating: 0)
    }

    deinit {
        bytes.deallocate()
        samples.deallocate()
    }

    /// Reads at most `wanted` samples per channel.
    ///
    /// - Parameter take: gets them, where there are any, and how many.
    /// - Returns: how many.
    func read(
        _ stream: any ALSAStream, _ wanted: Int, _ take: (UnsafeRawBufferPointer, Int) -> Void
    ) throws(ALSAError) -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(wanted * converter.frameByteCount))
        let read = try stream.read(into: room)
        let count = converter.convert(
            UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, read) * converter.frameByteCount)), into: samples)
        if count > 0 {
            take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(samples).prefix(count * channels * 4)), count)
        }
        return count
    }
}
