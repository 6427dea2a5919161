import OnAirFFmpeg
import OnAirMedia
import OnAirPixels

/// An H.264 encoder that can be opened anew between two pictures, on another rung or for pictures of another format: the
/// grid, the times and the bitrate go on, the first picture is an IDR picture, and from then on IDR pictures say what a
/// decoder must know.
///
/// Belongs to one stage.
final class SteppingEncoder {
    /// What was asked for, and what the program's format says.
    private let first: H264Encoder.Configuration
    private let announced: VideoTrackFormat.ParameterSets
    /// What was asked for, for pictures as they come now.
    private(set) var asked: H264Encoder.Configuration
    /// Pictures as they come now.
    private(set) var format: PictureFormat
    private var encoder: H264Encoder
    /// What IDR pictures carry; nil while it is what the program's format says.
    private var changedFormat: VideoTrackFormat?
    private var scaled: PicturePool?
    private let converter = PictureConverter()
    /// The next picture must be an IDR picture.
    private(set) var isFresh = false

    init(_ encoder: sending H264Encoder) {
        first = encoder.configuration
        asked = encoder.configuration
        format = PictureFormat(size: asked.size, pixels: .i420, color: asked.color)
        announced = encoder.parameterSets
        self.encoder = encoder
    }

    var bitrate: Int { encoder.bitrate }

    func setBitrate(_ bitrate: Int) { encoder.setBitrate(bitrate) }

    /// The rungs for pictures of `format`.
    func ladder(for format: PictureFormat) -> [EncoderRung] { EncoderRung.ladder(for: first.fitted(to: format)) }

    /// Takes pictures of another format from the next one on, and encodes them on `rung`, which is one of theirs. Takes
    /// some milliseconds.
    ///
    /// - Throws: where the encoder cannot be opened so; everything stays as it was then.
    func follow(
        _ next: PictureFormat, on rung: EncoderRung, packets: PacketPool, _ body: (EncodedPacket) -> Void
    ) throws(FFmpegError) {
        try open(first.fitted(to: next), on: rung, packets: packets, body)
    }

    /// Encodes on `rung` from the next picture on; what the encoder still holds goes to `body`. Takes some milliseconds.
    ///
    /// - Throws: where the rung cannot be had; everything stays as it was then.
    func move(
        to rung: EncoderRung, packets: PacketPool, _ body: (EncodedPacket) -> Void
    ) throws(FFmpegError) {
        let now = encoder.configuration
        // Fewer pictures are none of the encoder's business.
        guard now.preset != rung.preset || now.size != rung.size else { return }
        try open(asked, on: rung, packets: packets, body)
    }

    private func open(
        _ wanted: H264Encoder.Configuration, on rung: EncoderRung, packets: PacketPool,
        _ body: (EncodedPacket) -> Void
    ) throws(FFmpegError) {
        var configuration = wanted
        (configuration.preset, configuration.size, configuration.bitrate) = (rung.preset, rung.size, encoder.bitrate)
        configuration.repeatsParameterSets = true
        let fresh = try H264Encoder(configuration)
        try encoder.flush(packets: packets) { body(marked($0)) }
        encoder = fresh
        isFresh = true
        asked = wanted
        format = PictureFormat(size: wanted.size, pixels: .i420, color: wanted.color)
        let isAnnounced =
            fresh.parameterSets == announced && rung.size == first.size && wanted.color == first.color
        changedFormat = isAnnounced ? nil : fresh.trackFormat
        scaled =
            rung.size == wanted.size
            ? nil
            : PicturePool(
                format: PictureFormat(size: rung.size, pixels: .i420, color: wanted.color), capacity: 2)
    }

    /// Encodes one picture of `format`.
    func encode(
        _ picture: Picture, index: Int64, forceKeyframe: Bool, packets: PacketPool, _ body: (EncodedPacket) -> Void
    ) throws(FFmpegError) {
        let picture = try fitted(picture)
        try encoder.encode(picture, index: index, forceKeyframe: forceKeyframe || isFresh, packets: packets) {
            body(marked($0))
        }
        isFresh = false
    }

    func flush(packets: PacketPool, _ body: (EncodedPacket) -> Void) throws(FFmpegError) {
        try encoder.flush(packets: packets) { body(marked($0)) }
    }

    private func marked(_ packet: EncodedPacket) -> EncodedPacket {
        if packet.isKeyframe, let changedFormat { packet.buffer.videoFormat = changedFormat }
        return packet
    }

    private func fitted(_ picture: Picture) throws(FFmpegError) -> Picture {
        guard let scaled, picture.format == format else { return picture }
        guard var target = scaled.take(captureTime: picture.captureTime, sequence: picture.sequence) else {
            throw FFmpegError(.mismatch, "No memory was free to make a picture smaller.", advice: nil)
        }
        do throws(PixelError) {
            try converter.convert(picture, crop: PictureRect(picture.format.size), orientation: .up, into: &target)
        } catch {
            throw FFmpegError(.mismatch, error.message, advice: error.advice)
        }
        return target.freeze()
    }
}
