import OnAirFFmpeg
import OnAirMedia

extension H264Encoder.Configuration {
    /// The same for pictures of another format: the level rises where they need a higher one.
    func fitted(to format: PictureFormat) -> Self {
        guard format.size != size || format.color != color else { return self }
        var result = self
        (result.size, result.color) = (format.size, format.color)
        guard let level else { return result }
        let needed = H264Level.lowest(
            size: format.size, frameRate: frameRate, bitrate: bitrate, bufferBits: bufferBits(atBitrate: bitrate),
            isHigh: profile == .high)
        result.level = needed.map { max(level, $0.number) }
        return result
    }
}
