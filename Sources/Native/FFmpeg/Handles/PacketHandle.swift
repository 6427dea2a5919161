import CFFmpeg

/// Owns one packet structure.
final class PacketHandle {
    let packet: UnsafeMutablePointer<AVPacket>

    init() throws(FFmpegError) {
        guard let packet = av_packet_alloc() else {
            throw FFmpegError(.encoding, "There is no memory left for a packet.")
        }
        self.packet = packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// The bytes it carries now.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    }
}
