import CFFmpeg
import Glibc
import OnAirMedia

/// Reads the packets of a file's best sound track as they are, for another file. Belongs to one thread. Times count from
/// the start of the file as `MediaFileReader`'s do.
public final class SoundPacketReader {
    private let path: String
    private let file: DemuxerHandle
    private let stream: UnsafeMutablePointer<AVStream>
    private let origin: MediaTime
    private let packet: PacketHandle
    private var hasPacket = false
    private var lastEnd: Int64?
    private var lastStamp = Int64.min
    /// Packets left out because they lie before the one that precedes them, which no container takes.
    public private(set) var misplacedCount: Int64 = 0
    /// Where the last packet ends; nil before there is one.
    public var end: MediaTime? { lastEnd.map { stream.time(of: $0) - origin } }
    private var errorsInARow = 0

    /// Opens a file; nil where it has no sound.
    ///
    /// - Throws: `FFmpegError` of kind `file` or `unusable` where it cannot be opened.
    public init?(path: String) throws(FFmpegError) {
        file = try DemuxerHandle(path: path)
        guard let stream = file.bestStream(AVMEDIA_TYPE_AUDIO), stream.pointee.codecpar != nil else { return nil }
        self.path = path
        self.stream = stream
        origin = file.origin
        packet = try PacketHandle()
        file.select([stream])
    }

    /// Goes on to the next packet where the one found has been taken, and tells when it is heard; nil at the end.
    ///
    /// - Throws: `FFmpegError` of kind `file` when the file can no longer be read.
    public func next() throws(FFmpegError) -> MediaTime? {
        while !hasPacket {
            let result = av_read_frame(file.context, packet.packet)
            if result == onair_averror_eof { return nil }
            guard result >= 0 else {
                if result == -EIO { throw FFmpegError(.file, "\(path) can no longer be read", result: result) }
                errorsInARow += 1
                if errorsInARow > 100 { return nil }
                continue
            }
            errorsInARow = 0
            guard packet.packet.pointee.stream_index == stream.pointee.index else {
                av_packet_unref(packet.packet)
                continue
            }
            complete()
            guard packet.packet.pointee.dts >= lastStamp else {
                misplacedCount += 1
                av_packet_unref(packet.packet)
                continue
            }
            lastStamp = packet.packet.pointee.dts
            lastEnd = lastStamp + packet.packet.pointee.duration
            hasPacket = true
        }
        return stream.time(of: packet.packet.pointee.dts) - origin
    }

    /// A packet without a time follows the one before it.
    private func complete() {
        let none = onair_av_nopts_value
        var (pts, dts) = (packet.packet.pointee.pts, packet.packet.pointee.dts)
        if dts == none { dts = pts != none ? pts : lastEnd ?? 0 }
        if pts == none { pts = dts }
        (packet.packet.pointee.pts, packet.packet.pointee.dts) = (pts, dts)
    }

    var codec: AVCodecID { stream.pointee.codecpar?.pointee.codec_id ?? AV_CODEC_ID_NONE }
    var timeBase: AVRational { stream.pointee.time_base }

    /// Says in `parameters` what the packets are.
    func describe(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
        guard avcodec_parameters_copy(parameters, stream.pointee.codecpar) >= 0 else {
            throw FFmpegError(.configuration, "There is no memory left for a track.")
        }
        // Each container has tags of its own.
        parameters.pointee.codec_tag = 0
    }

    /// Moves the packet that `next` has found, its times counted from the start of the file.
    func move(to target: UnsafeMutablePointer<AVPacket>, timeBase targetBase: AVRational) {
        av_packet_move_ref(target, packet.packet)
        hasPacket = false
        let shift = origin.value(inTimescale: Int64(timeBase.den)) / Int64(max(timeBase.num, 1))
        target.pointee.pts -= shift
        target.pointee.dts -= shift
        target.pointee.pos = -1
        av_packet_rescale_ts(target, timeBase, targetBase)
    }
}
