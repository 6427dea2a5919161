import OnAirMedia
import OnAirTestKit
import OnAirWire

/// Formats, packets and machines the tests start from.
enum Samples {
    static let start = HostTime(nanoseconds: 5_000_000_000)
    static let key = "key-1234?auth=a&b=/%"

    static var target: RTMPTarget {
        RTMPTarget(app: "live", tcURL: "rtmp://example.com/live", streamName: Array(key.utf8))
    }

    static var format: ProgramFormat { ProgramFormat(video: video, audio: audio) }

    /// Baseline parameter sets as x264 writes them for 160x90 at 30 frames per second.
    static var video: VideoTrackFormat {
        let size = PictureSize(width: 160, height: 90)
        return VideoTrackFormat(
            size: size, frameRate: FrameRate(30000, 1001), bitrate: 2_500_000, color: .stream(for: size),
            parameterSets: .init(
                sequence: [0x67, 0x42, 0xC0, 0x0B, 0xDA, 0x02, 0x86], picture: [0x68, 0xCE, 0x0F, 0xC8]))
    }

    static var audio: AudioTrackFormat {
        AudioTrackFormat(
            sound: SoundFormat(sampleRate: 48000, channels: 2), bitrate: 160_000, audioSpecificConfig: [0x11, 0x90])
    }

    /// A picture with one slice of `size` bytes.
    static func picture(
        _ decodeTime: MediaTime, presentation: MediaTime? = nil, key: Bool = false, size: Int = 100
    ) -> EncodedPacket {
        let buffer = PacketBuffer(capacity: size + 4)
        buffer.append(bigEndian: UInt32(size))
        var slice = [UInt8](repeating: 0, count: size)
        for index in slice.indices { slice[index] = UInt8(truncatingIfNeeded: index &* 7) }
        slice[0] = key ? 0x65 : 0x41
        slice.withUnsafeBytes { buffer.append($0) }
        return EncodedPacket(
            track: .video, presentationTime: presentation ?? decodeTime, decodeTime: decodeTime, isKeyframe: key,
            captureTime: start, buffer: buffer)
    }

    static func sound(_ time: MediaTime, size: Int = 50) -> EncodedPacket {
        packet(.audio, time, bytes: [UInt8](repeating: 0x21, count: size))
    }

    static func packet(
        _ track: EncodedPacket.Track, _ time: MediaTime, presentation: MediaTime? = nil, bytes: [UInt8]
    ) -> EncodedPacket {
        let buffer = PacketBuffer(capacity: bytes.count)
        bytes.withUnsafeBytes { buffer.append($0) }
        return EncodedPacket(
            track: track, presentationTime: presentation ?? time, decodeTime: time, isKeyframe: true,
            captureTime: start, buffer: buffer)
    }

    static func machine(
        _ configuration: RTMPPublisherConfiguration = RTMPPublisherConfiguration(), target: RTMPTarget = target
    ) -> RTMPPublisherMachine {
        var random = SeededGenerator(seed: 1)
        return RTMPPublisherMachine(target: target, configuration: configuration, random: &random)
    }

    /// A started publisher and a server with `script`, nothing exchanged yet.
    static func link(
        _ script: RTMPServerScript = RTMPServerScript(),
        configuration: RTMPPublisherConfiguration = RTMPPublisherConfiguration(), pieceSize: Int = 65536
    ) -> InMemoryLink {
        var publisher = machine(configuration)
        publisher.start(now: start)
        return InMemoryLink(
            publisher: publisher, server: RTMPServerMachine(script: script), pieceSize: pieceSize)
    }

    /// A link whose publisher is accepted and has announced `format`.
    static func publishingLink(
        _ script: RTMPServerScript = RTMPServerScript(), format: ProgramFormat = format, pieceSize: Int = 65536
    ) throws -> InMemoryLink {
        var link = link(script, pieceSize: pieceSize)
        try link.publisher.publish(format: format)
        link.exchange(now: start)
        return link
    }

    /// Hands the machine `bytes`, all at once.
    static func feed(
        _ bytes: [UInt8], to machine: inout RTMPPublisherMachine, now: HostTime = start
    ) -> RTMPPublisherMachine.ReceiveResult {
        bytes.withUnsafeBytes { machine.received($0, now: now) }
    }
}
