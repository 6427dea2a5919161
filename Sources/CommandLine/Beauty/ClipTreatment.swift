import Glibc
import OnAirBeauty
import OnAirEncode
import OnAirFFmpeg
import OnAirMedia
import OnAirPixels
import OnAirTerminal

/// `onair beauty` with a clip: its pictures treated and encoded at the times they had, its sound as it is.
struct ClipTreatment {
    let options: BeautyOptions
    let steps: [FilterStep]
    var clock: any HostClock = MonotonicClock()

    /// x264's rate factor: looks like what went in.
    private static let rateFactor = 18

    /// - Parameters:
    ///   - file: where it goes; it has its name only once all is written.
    ///   - isStopped: asked at each picture; true ends it with `BeautyFailure.interrupted`.
    /// - Throws: whatever of it does not work.
    func run(into file: NewFile, isStopped: () -> Bool) throws {
        let filters = try FilterChain.once(steps)
        let reader = try MediaFileReader(path: options.input, tracks: .video, decoderThreads: 2)
        guard let track = reader.video, let first = try reader.nextPicture() else {
            throw FFmpegError(.unusable, "\(options.input) holds no picture.", advice: "Choose another file.")
        }
        var pictures = try ClipPictures(track, filters: filters, isComparison: options.layout == .comparison)
        let encoder = try H264Encoder(Self.configuration(for: track, size: pictures.size))
        let (writer, sound) = try open(file, encoder.trackFormat, track, timescale: first.timescale)

        var progress = ClipProgress(total: reader.duration, clock: clock)
        defer { progress.end() }
        let packets = PacketPool(capacity: 64, initialSize: 64 << 10)
        var times: [MediaTime] = []
        var written = 0
        func write(_ packet: EncodedPacket) throws {
            // Packets come in the order of pictures, for none is bidirectional.
            let time = times[written]
            written += 1
            try sound?.write(upTo: time, into: writer)
            try writer.write(packet, at: time)
        }
        var next: MediaTime? = first
        while let time = next {
            if isStopped() { throw BeautyFailure.interrupted }
            let picture = try pictures.picture(from: reader, at: time, number: Int64(times.count))
            times.append(time)
            var made: [EncodedPacket] = []
            try encoder.encode(picture, index: Int64(times.count - 1), packets: packets) { made.append($0) }
            for packet in made { try write(packet) }
            progress.show(time)
            next = try reader.nextPicture()
        }
        var rest: [EncodedPacket] = []
        try encoder.flush(packets: packets) { rest.append($0) }
        for packet in rest { try write(packet) }
        guard times.count > 1 || !reader.isPictureFile else {
            throw BeautyFailure.failed(
                .usage,
                FFmpegError(
                    .unusable, "\(options.input) is one picture, and \(options.output) is the name of a clip.",
                    advice: "Name OUT something.png or something.jpg."))
        }
        try sound?.write(upTo: nil, into: writer)
        try writer.finish()
        try file.finish()
        progress.end()
        try report(reader, sound)
    }

    /// Says what of the clip is not in OUT.
    ///
    /// - Throws: `BeautyFailure` where the clip was cut off.
    private func report(_ reader: MediaFileReader, _ sound: (any ClipSound)?) throws {
        let input = options.input
        if reader.corruptCount > 0 {
            warn("\(reader.corruptCount) broken pictures or packets of \(input) were passed over.")
        }
        if let count = sound?.misplacedCount, count > 0 {
            let packets = count == 1 ? "1 packet whose time goes back was" : "\(count) packets whose times go back were"
            warn("The sound of \(input) is damaged: \(packets) left out.")
        }
        let others = reader.soundAndSubtitleCount - (sound == nil ? 0 : 1)
        if others > 0 {
            let tracks = others == 1 ? "1 track of sound or subtitles is" : "\(others) tracks of sound or subtitles are"
            warn("\(tracks) left out of \(options.output): it has the pictures and at most one sound of \(input).")
        }
        if let missing = reader.missing(soundEnd: sound?.end) {
            let tenths = Int((missing.seconds * 10).rounded())
            throw BeautyFailure.failed(
                .input,
                FFmpegError(
                    .unusable, "\(input) ends \(tenths / 10).\(tenths % 10) s before its header says: it is cut off.",
                    advice: "\(options.output) is written as far as it goes."))
        }
    }

    private func warn(_ text: String) { Console.write("onair: \(text)\n", to: .standardError) }

    private func open(
        _ file: NewFile, _ format: VideoTrackFormat, _ track: MediaFileReader.VideoTrack, timescale: Int64
    ) throws -> (MediaFileWriter, (any ClipSound)?) {
        guard let container = MediaContainer(path: options.output) else {
            throw FFmpegError(.configuration, "\(options.output) is no kind of file that is written.")
        }
        let isTurned = track.rotation % 180 != 0
        func writer(_ sound: MediaFileWriter.Sound?) throws(FFmpegError) -> MediaFileWriter {
            try MediaFileWriter(
                path: file.partialPath, called: options.output, container: container, video: format,
                timescale: timescale,
                pixelAspect: isTurned ? track.pixelAspect.reciprocal : track.pixelAspect, sound: sound)
        }
        guard let packets = try SoundPacketReader(path: options.input) else { return (try writer(nil), nil) }
        // What a container refuses to copy all the same is encoded; what it refuses of the pictures is told below.
        if MediaFileWriter.takes(packets, into: container), let made = try? writer(.copied(packets)) {
            return (made, CopiedSound(packets))
        }
        let encoded = try EncodedSound(path: options.input)
        return (try writer(.encoded(encoded.format)), encoded)
    }

    private static func configuration(for track: MediaFileReader.VideoTrack, size: PictureSize)
        -> H264Encoder.Configuration
    {
        var configuration = H264Encoder.Configuration(
            size: size, frameRate: usual(track.frameRate), bitrate: 1_000_000, color: ClipPictures.color(of: track))
        configuration.rateFactor = rateFactor
        configuration.preset = .veryfast
        configuration.tuning = .quality
        configuration.threads =
            VideoEncoderSettings(
                size: size, frameRate: FrameRate(25), bitrate: 1, processors: sysconf(Int32(_SC_NPROCESSORS_ONLN))
            ).threads
        return configuration
    }

    /// A rate that H.264 can say; pictures keep their own times whatever it is.
    private static func usual(_ rate: FrameRate) -> FrameRate {
        let exact = rate.framesPerSecond
        guard exact.numerator > 1_000_000 || exact.denominator > 1_000_000 else { return rate }
        return FrameRate(max(1, Int64((min(exact.doubleValue, 1000) * 1000).rounded())), 1000)
    }
}
