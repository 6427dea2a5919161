/// A block of the program's sound at its place on the sample timeline.
public struct ProgramSound: Sendable {
    public let block: SoundBlock
    /// The first sample's number, counted from the kit's epoch at the block's own sample rate.
    public let sampleIndex: Int64

    public init(block: SoundBlock, sampleIndex: Int64) {
        self.block = block
        self.sampleIndex = sampleIndex
    }

    /// `sampleIndex / sampleRate` seconds after the kit's epoch.
    public var time: MediaTime { MediaTime(value: sampleIndex, timescale: Int64(block.format.sampleRate)) }
}
