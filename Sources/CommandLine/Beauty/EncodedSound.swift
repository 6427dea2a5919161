import OnAirFFmpeg
import OnAirMedia

/// The sound of a clip encoded anew to AAC, for a container that does not take it as it is.
final class EncodedSound: ClipSound {
    /// Shorter gaps are the rounding of a container's clock.
    private static let shortestGap = MediaTime.milliseconds(40)

    private let reader: MediaFileReader
    private let resampler: SoundResampler
    private let encoder: AACEncoder
    private let packets = PacketPool(capacity: 16, initialSize: 4096)
    private let input: SoundPool
    private let output: SoundPool
    private var source: SoundFormat { resampler.source }
    /// Where the first sample lies, once one has come; samples taken in since.
    private var start: MediaTime?
    private var taken: Int64 = 0
    /// Samples of the block that is being filled, and the number of its first one.
    private var (block, blockIndex): ([[Float]], Int64) = ([[], []], 0)
    private var waiting: [EncodedPacket] = []
    private var isAtEnd = false

    var format: AudioTrackFormat { encoder.trackFormat }
    var end: MediaTime? { start.map { $0 + MediaTime(value: taken, timescale: Int64(source.sampleRate)) } }
    /// Samples are counted, whatever time a piece claims.
    var misplacedCount: Int64 { 0 }

    /// - Throws: `FFmpegError` where the sound cannot be decoded.
    init(path: String) throws(FFmpegError) {
        reader = try MediaFileReader(path: path, tracks: .sound)
        guard let source = reader.sound else {
            throw FFmpegError(.unusable, "\(path) has no sound.", advice: "Choose another file.")
        }
        let rate = [44_100, 48_000].contains(source.sampleRate) ? source.sampleRate : 48_000
        let target = SoundFormat(sampleRate: rate, channels: source.channels)
        resampler = try SoundResampler(from: source, to: target)
        encoder = try AACEncoder(format: target, bitrate: source.channels == 1 ? 96_000 : 160_000)
        input = SoundPool(format: source, blockCapacity: MediaFileReader.soundBlockSize, capacity: 2)
        output = SoundPool(format: target, blockCapacity: AACEncoder.blockSize, capacity: 2)
    }

    func write(upTo time: MediaTime?, into writer: MediaFileWriter) throws {
        while true {
            while let packet = waiting.first {
                if let time, packet.presentationTime > time { return }
                try writer.write(packet, at: packet.presentationTime)
                waiting.removeFirst()
            }
            guard !isAtEnd else { return }
            try takeIn()
        }
    }

    /// Decodes one piece and encodes what has become whole.
    private func takeIn() throws(FFmpegError) {
        guard let (time, count) = try reader.nextSound() else { return try finish() }
        if start == nil {
            start = time
            blockIndex = time.value(inTimescale: Int64(resampler.target.sampleRate))
        }
        try fillGap(until: time)
        guard var piece = input.take(captureTime: HostTime(nanoseconds: 0), sampleCount: count) else { return }
        try reader.copySound(into: &piece)
        try convert(piece.freeze())
    }

    /// Silence where the clip has none of its sound.
    private func fillGap(until time: MediaTime) throws(FFmpegError) {
        let expected = (start ?? time) + MediaTime(value: taken, timescale: Int64(source.sampleRate))
        guard time - expected > Self.shortestGap else { return }
        var missing = (time - expected).value(inTimescale: Int64(source.sampleRate))
        while missing > 0 {
            let count = Int(min(missing, Int64(input.blockCapacity)))
            guard var silence = input.take(captureTime: HostTime(nanoseconds: 0), sampleCount: count) else { return }
            for channel in 0..<source.channels { silence.withMutableChannel(channel) { $0.update(repeating: 0) } }
            try convert(silence.freeze())
            missing -= Int64(count)
        }
    }

    private func convert(_ piece: SoundBlock) throws(FFmpegError) {
        taken += Int64(piece.sampleCount)
        var pieces: [[[Float]]] = []
        try resampler.convert(piece) { pieces.append(Self.copy($0)) }
        for piece in pieces { try encode(piece) }
    }

    private static func copy(_ sound: ResampledSound) -> [[Float]] {
        [Array(sound.channel(0)), Array(sound.channel(1))]
    }

    private func encode(_ samples: [[Float]]) throws(FFmpegError) {
        for channel in 0..<2 { block[channel] += samples[channel] }
        while block[0].count >= AACEncoder.blockSize { try encodeBlock() }
    }

    private func encodeBlock() throws(FFmpegError) {
        guard var filled = output.take(captureTime: HostTime(nanoseconds: 0), sampleCount: AACEncoder.blockSize) else {
            return
        }
        for channel in 0..<encoder.format.channels {
            filled.withMutableChannel(channel) { target in
                for index in target.indices { target[index] = block[channel][index] }
            }
        }
        for channel in 0..<2 { block[channel].removeFirst(AACEncoder.blockSize) }
        let sound = ProgramSound(block: filled.freeze(), sampleIndex: blockIndex)
        blockIndex += Int64(AACEncoder.blockSize)
        try encoder.encode(sound, packets: packets) { waiting.append($0) }
    }

    private func finish() throws(FFmpegError) {
        isAtEnd = true
        var pieces: [[[Float]]] = []
        try resampler.finish { pieces.append(Self.copy($0)) }
        for piece in pieces { try encode(piece) }
        if !block[0].isEmpty {
            let missing = AACEncoder.blockSize - block[0].count
            for channel in 0..<2 { block[channel] += [Float](repeating: 0, count: missing) }
            try encodeBlock()
        }
        try encoder.flush(packets: packets) { waiting.append($0) }
    }
}
