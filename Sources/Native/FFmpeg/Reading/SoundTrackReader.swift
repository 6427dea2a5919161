import CFFmpeg
import OnAirMedia

/// Turns a decoder's frames into planar float at the track's own rate, handed out in pieces.
final class SoundTrackReader {
    let decoder: DecoderHandle
    let format: SoundFormat
    private let origin: MediaTime
    private let scratch: SoundScratch
    private var converter: SwrHandle?
    private var converted: (format: Int32, rate: Int32, channels: Int32) = (-1, 0, 0)
    private var frameTime = MediaTime.zero
    private var end: MediaTime?
    /// Samples of the frame in `scratch`, how many have been handed out, and how many the newest piece holds.
    private var (count, position, piece) = (0, 0, 0)

    /// Opens the decoder of `stream`; times count from `origin`.
    init(_ stream: UnsafeMutablePointer<AVStream>, origin: MediaTime) throws(FFmpegError) {
        guard let parameters = stream.pointee.codecpar?.pointee, (4_000...192_000).contains(parameters.sample_rate),
            parameters.ch_layout.nb_channels >= 1
        else {
            throw FFmpegError(
                .unusable, "Track \(stream.pointee.index) has sound of no usable rate or layout.",
                advice: "Check the file with ffprobe.")
        }
        decoder = try DecoderHandle(stream, threads: 1)
        format = SoundFormat(
            sampleRate: Int(parameters.sample_rate), channels: min(2, Int(parameters.ch_layout.nb_channels)))
        scratch = SoundScratch(channels: format.channels, capacity: 4096)
        self.origin = origin
    }

    /// Takes over the frame the decoder holds; throws when it holds no usable sound.
    func acceptFrame() throws(FFmpegError) {
        let frame = decoder.frame
        guard frame.pointee.nb_samples > 0, frame.pointee.sample_rate > 0, frame.pointee.ch_layout.nb_channels > 0
        else {
            throw FFmpegError(.unusable, "A frame of sound is empty.")
        }
        let converter = try converter(for: frame)
        scratch.ensure(converter.capacity(forInput: Int(frame.pointee.nb_samples)))
        let planes = UnsafeMutableRawPointer(frame.pointee.extended_data)?.assumingMemoryBound(
            to: UnsafePointer<UInt8>?.self)
        count = try converter.convert(planes, count: Int(frame.pointee.nb_samples), into: scratch)
        (position, piece) = (0, 0)
        let stamp = frame.pointee.best_effort_timestamp
        frameTime = stamp == onair_av_nopts_value ? end ?? .zero : decoder.stream.time(of: stamp) - origin
        end = frameTime + MediaTime(value: Int64(count), timescale: Int64(format.sampleRate))
    }

    /// The next piece of the frame; nil when all has been handed out.
    func nextPiece() -> MediaFileReader.Item? {
        position += piece
        piece = min(MediaFileReader.soundBlockSize, count - position)
        guard piece > 0 else {
            (count, position, piece) = (0, 0, 0)
            return nil
        }
        let time = frameTime + MediaTime(value: Int64(position), timescale: Int64(format.sampleRate))
        return .sound(time: time, sampleCount: piece)
    }

    func copyPiece(into block: inout MutableSoundBlock) throws(FFmpegError) {
        guard block.format == format, block.capacity >= piece else {
            throw FFmpegError(
                .mismatch, "A sound block of another format than the file's, or too short, is to be filled.",
                advice: "Make the pool with the sound track's format and blocks of MediaFileReader.soundBlockSize.")
        }
        block.setSampleCount(piece)
        for channel in 0..<format.channels {
            let source = scratch.channel(channel) + position
            block.withMutableChannel(channel) { $0.baseAddress?.update(from: source, count: piece) }
        }
    }

    func rewind() {
        decoder.flush()
        (count, position, piece) = (0, 0, 0)
        end = nil
    }

    /// Files may change their sound on the way; the track's own format stays.
    private func converter(for frame: UnsafeMutablePointer<AVFrame>) throws(FFmpegError) -> SwrHandle {
        let wanted = (frame.pointee.format, frame.pointee.sample_rate, frame.pointee.ch_layout.nb_channels)
        if let converter, converted == wanted { return converter }
        var layout = frame.pointee.ch_layout
        if layout.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&layout, wanted.2) }
        let made = try SwrHandle(
            from: SwrHandle.Side(layout: layout, format: AVSampleFormat(wanted.0), rate: wanted.1),
            to: .planarFloat(rate: format.sampleRate, channels: format.channels))
        (converter, converted) = (made, wanted)
        return made
    }
}
