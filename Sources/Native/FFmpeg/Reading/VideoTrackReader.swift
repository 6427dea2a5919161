import CFFmpeg
import OnAirMedia

/// Turns a decoder's frames into the house's pictures: tells their times and copies their rows.
final class VideoTrackReader {
    let decoder: DecoderHandle
    let track: MediaFileReader.VideoTrack
    private let origin: MediaTime
    private var lastTime: MediaTime?
    /// Where the last of the packets read ends, counted from `origin`.
    private(set) var end = MediaTime.zero

    /// Opens the decoder of `stream`; times count from `origin`.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, in file: DemuxerHandle, origin: MediaTime, threads: Int
    ) throws(FFmpegError) {
        track = try Self.describe(stream, in: file)
        decoder = try DecoderHandle(stream, threads: threads)
        self.origin = origin
    }

    /// Notes where `packet` ends.
    func note(_ packet: AVPacket) {
        let start = packet.pts != onair_av_nopts_value ? packet.pts : packet.dts
        guard start != onair_av_nopts_value else { return }
        let length = packet.duration > 0 ? decoder.stream.time(of: packet.duration) : track.frameRate.frameDuration
        end = max(end, decoder.stream.time(of: start) - origin + length)
    }

    /// The time of the frame the decoder holds; nil when the frame is not in the track's format.
    func acceptFrame() -> MediaTime? {
        let frame = decoder.frame
        guard Int(frame.pointee.width) == track.format.size.width,
            Int(frame.pointee.height) == track.format.size.height,
            PixelFormat.named(AVPixelFormat(frame.pointee.format))?.pixels == track.format.pixels
        else { return nil }
        let stamp = frame.pointee.best_effort_timestamp
        // Without a stamp a picture follows its predecessor at the track's own rate.
        let time =
            stamp == onair_av_nopts_value
            ? lastTime.map { $0 + track.frameRate.frameDuration } ?? .zero
            : decoder.stream.time(of: stamp) - origin
        lastTime = time
        return time
    }

    /// The frame the decoder holds as a picture, without copying a pixel; nil where its memory is not counted or its
    /// rows run upwards.
    func lendFrame(captureTime: HostTime, sequence: Int64) throws(FFmpegError) -> Picture? {
        let frame = decoder.frame
        guard frame.pointee.buf.0 != nil, let first = frame.pointee.data.0 else { return nil }
        let strides = (frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2)
        guard strides.0 > 0, strides.1 >= 0, strides.2 >= 0 else { return nil }
        let planes = (
            (first, Int(strides.0)), (frame.pointee.data.1 ?? first, Int(strides.1)),
            (frame.pointee.data.2 ?? first, Int(strides.2))
        )
        let loan = try FrameHandle()
        guard av_frame_ref(loan.frame, frame) >= 0 else { return nil }
        let buffer = PictureBuffer(format: track.format, planes: planes, lentBy: loan)
        return Picture(buffer: buffer, captureTime: captureTime, sequence: sequence)
    }

    func copyFrame(into picture: inout MutablePicture) throws(FFmpegError) {
        guard picture.format == track.format else {
            throw FFmpegError(
                .mismatch, "A picture of another format than the file's \(track.format.size) is to be filled.",
                advice: "Make the pool with the video track's format.")
        }
        let frame = decoder.frame
        guard frame.pointee.data.0 != nil else {
            throw FFmpegError(.mismatch, "There is no picture to copy.", advice: "Call next() before.")
        }
        let sources = (frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2)
        let strides = (frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2)
        for index in 0..<track.format.pixels.planeCount {
            let source = index == 0 ? sources.0 : index == 1 ? sources.1 : sources.2
            let stride = Int(index == 0 ? strides.0 : index == 1 ? strides.1 : strides.2)
            guard let source else { continue }
            picture.withMutablePlane(index) { plane in
                let bytes = min(plane.bytesPerRow, abs(stride))
                for row in 0..<plane.rows {
                    (plane.base + row * plane.stride).update(from: source + row * stride, count: bytes)
                }
            }
        }
    }

    func rewind() {
        decoder.flush()
        lastTime = nil
    }

    private static func describe(
        _ stream: UnsafeMutablePointer<AVStream>, in file: DemuxerHandle
    ) throws(FFmpegError) -> MediaFileReader.VideoTrack {
        guard let parameters = stream.pointee.codecpar?.pointee else {
            throw FFmpegError(.unusable, "Track \(stream.pointee.index) has no description.")
        }
        let format = AVPixelFormat(parameters.format)
        guard format != AV_PIX_FMT_NONE else {
            // Its header says what it is, and no picture has been found that says the rest.
            throw FFmpegError(
                .unusable, "The file has no picture that can be decoded: it is cut off, or damaged.",
                advice: "Copy it again, or choose another file.")
        }
        let size = PictureSize(width: Int(parameters.width), height: Int(parameters.height))
        guard (1...16_384).contains(size.width), (1...16_384).contains(size.height) else {
            throw FFmpegError(
                .unusable, "The file's pictures have a size of \(size).", advice: "Use a file of at most 16384x16384.")
        }
        guard let (pixels, isFullRange) = PixelFormat.named(format) else {
            throw refusal(of: format)
        }
        let guessed = av_guess_frame_rate(file.context, stream, nil)
        let average = stream.pointee.avg_frame_rate
        let rate = average.num > 0 && average.den > 0 ? average : guessed
        let aspect = av_guess_sample_aspect_ratio(file.context, stream, nil)
        return MediaFileReader.VideoTrack(
            format: PictureFormat(
                size: size, pixels: pixels, color: color(of: parameters, size: size, isFullRange: isFullRange)),
            frameRate: rate.num > 0 && rate.den > 0 ? FrameRate(Int64(rate.num), Int64(rate.den)) : FrameRate(25),
            rotation: rotation(of: stream),
            pixelAspect: aspect.num > 0 && aspect.den > 0
                ? Rational(Int64(aspect.num), Int64(aspect.den)) : Rational(1, 1))
    }

    private static func refusal(of format: AVPixelFormat) -> FFmpegError {
        let name = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "an unknown format"
        let depth = av_pix_fmt_desc_get(format).map { Int($0.pointee.comp.0.depth) } ?? 8
        return FFmpegError(
            .unusable,
            depth > 8
                ? "The file's pictures are \(name), \(depth) bits deep; only 8 bits are supported."
                : "The file's pictures are \(name), which is not supported.",
            advice: "Convert it, for example with: ffmpeg -i FILE -pix_fmt yuv420p NEW.mp4")
    }

    private static func color(of parameters: AVCodecParameters, size: PictureSize, isFullRange: Bool)
        -> ColorDescription
    {
        var color = ColorDescription.stream(for: size)
        switch parameters.color_space {
        // BT.2020's weights are nearer to BT.709's than to BT.601's.
        case AVCOL_SPC_BT709, AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: color.matrix = .bt709
        case AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG, AVCOL_SPC_FCC: color.matrix = .bt601
        default: break
        }
        color.range = isFullRange || parameters.color_range == AVCOL_RANGE_JPEG ? .full : .limited
        return color
    }

    private static func rotation(of stream: UnsafeMutablePointer<AVStream>) -> Int {
        var size = 0
        guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return 0 }
        let angle = data.withMemoryRebound(to: Int32.self, capacity: 9) { av_display_rotation_get($0) }
        guard angle.isFinite else { return 0 }
        // The library tells how far the picture is to be turned counter-clockwise.
        let quarters = Int((-angle / 90).rounded())
        return ((quarters % 4) + 4) % 4 * 90
    }
}

extension UnsafeMutablePointer where Pointee == AVStream {
    /// A stamp of this stream as an exact time.
    func time(of stamp: Int64) -> MediaTime {
        let base = pointee.time_base
        return MediaTime(value: stamp * Int64(base.num), timescale: Int64(Swift.max(1, base.den)))
    }
}
