/// What a card has granted.
package struct ALSAStreamFormat: Hashable, Sendable {
    /// Samples per second and channel.
    package var sampleRate: Int
    /// Channels that the card writes.
    package var channels: Int
    package var sampleFormat: ALSASampleFormat
    /// Samples per channel after which the card tells that there are some.
    package var period: Int
    /// Samples per channel that the card keeps for whoever is late.
    package var buffer: Int

    package init(sampleRate: Int, channels: Int, sampleFormat: ALSASampleFormat, period: Int, buffer: Int) {
        (self.sampleRate, self.channels, self.sampleFormat) = (sampleRate, channels, sampleFormat)
        (self.period, self.buffer) = (period, buffer)
    }
}
