import OnAirFFmpeg
import OnAirMedia

/// What an encoder made of a run of test pictures.
struct EncodedVideo {
    struct Unit {
        var presentationTime: MediaTime
        var decodeTime: MediaTime
        var isKeyframe: Bool
        var isDisposable: Bool
        var captureTime: HostTime
        var bytes: [UInt8]

        /// The NAL units inside; nil when the lengths do not add up.
        var units: [ArraySlice<UInt8>]? {
            var units: [ArraySlice<UInt8>] = []
            var position = 0
            while position < bytes.count {
                guard position + 4 <= bytes.count else { return nil }
                let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
                guard length > 0, position + 4 + length <= bytes.count else { return nil }
                units.append(bytes[(position + 4)..<(position + 4 + length)])
                position += 4 + length
            }
            return units
        }
    }

    var configuration: H264Encoder.Configuration
    var sets: VideoTrackFormat.ParameterSets
    var packets: [Unit] = []
    /// Packets that came out of each call.
    var packetsPerCall: [Int] = []

    /// Encodes pictures `indices`. The picture's memory is overwritten after each call, as a pool would.
    init(
        _ configuration: H264Encoder.Configuration, indices: [Int64], cutsEvery cut: Int? = nil,
        keyframesAt forced: Set<Int64> = [], bitrates: [Int64: Int] = [:]
    ) throws {
        let encoder = try H264Encoder(configuration)
        self.configuration = configuration
        sets = encoder.parameterSets
        let format = PictureFormat(size: configuration.size, pixels: .i420, color: configuration.color)
        let pool = PicturePool(format: format, capacity: 1)
        let packetPool = PacketPool(capacity: 4, initialSize: 1024)
        var made: [Unit] = []
        var counts: [Int] = []
        let collect = { (packet: EncodedPacket) in
            made.append(
                Unit(
                    presentationTime: packet.presentationTime, decodeTime: packet.decodeTime,
                    isKeyframe: packet.isKeyframe, isDisposable: packet.isDisposable,
                    captureTime: packet.captureTime,
                    bytes: packet.withBytes { Array($0) }))
        }
        for index in indices {
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: index * 7), sequence: index) else {
                throw Tool.Failure(description: "the encoder still holds a picture")
            }
            TestPicture.fill(&picture, with: TestPicture.planes(Int(index), size: configuration.size, cutsEvery: cut))
            if let bitrate = bitrates[index] { encoder.setBitrate(bitrate) }
            try encoder.encode(
                picture.freeze(), index: index, forceKeyframe: forced.contains(index), packets: packetPool, collect)
            counts.append(made.count - counts.reduce(0, +))
            guard var spoilt = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
                throw Tool.Failure(description: "the encoder still holds a picture")
            }
            for plane in 0..<3 {
                spoilt.withMutablePlane(plane) { $0.base.update(repeating: 0xEE, count: $0.stride * $0.rows) }
            }
        }
        try encoder.flush(packets: packetPool, collect)
        packets = made
        packetsPerCall = counts
    }

    /// The same stream with start codes, parameter sets before the first picture.
    var byteStream: [UInt8] {
        var stream: [UInt8] = []
        for set in [sets.sequence, sets.picture] { stream += [0, 0, 0, 1] + set }
        for unit in packets.flatMap({ $0.units ?? [] }) { stream += [0, 0, 0, 1] + unit }
        return stream
    }

    /// Grid index of each packet.
    var indices: [Int64] {
        packets.map { configuration.frameRate.frame(atOrBefore: $0.presentationTime) }
    }

    /// Grid indices of the keyframes.
    var keyframes: [Int64] { zip(packets, indices).filter(\.0.isKeyframe).map(\.1) }
}
