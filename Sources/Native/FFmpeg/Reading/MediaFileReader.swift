import CFFmpeg
import Glibc
import OnAirMedia

/// Reads a media file: takes its container apart and decodes its best video track, its best sound track, or both.
///
/// Belongs to one stage: made anywhere, then used by one thread. `next` decodes one item and says what it is; the item
/// can be copied until the next call. Broken packets are counted and passed over. Times count from the start of the
/// file, which is the same for a reader of its pictures and another of its sound.
public final class MediaFileReader {
    /// The most samples per channel in one item of sound.
    public static let soundBlockSize = 1024

    /// The file's pictures; nil when not wanted or not there.
    public let video: VideoTrack?
    /// The file's sound at its own rate, more than two channels mixed down to stereo; nil when not wanted or not there.
    public let sound: SoundFormat?
    /// The length of the file; nil where it does not tell.
    public let duration: MediaTime?
    /// Broken packets and pictures passed over so far.
    public private(set) var corruptCount: Int64 = 0

    let path: String
    /// What ends waiting for an address; nil for a file.
    private let interrupt: ReadingInterrupt?
    private let wanted: Tracks
    private let decoderThreads: Int
    private let packet: PacketHandle
    private(set) var file: DemuxerHandle
    private(set) var pictures: VideoTrackReader?
    private var sounds: SoundTrackReader?
    private var isAtEnd = false
    private var readErrorsInARow = 0
    /// The first packet of the file, to know the start again.
    private var firstPacket: PacketMark?
    private var mustBeFirst = false

    /// What tells one packet from another.
    private struct PacketMark: Equatable {
        let stream: Int32
        let presentation: Int64
        let decoding: Int64
        let size: Int32

        init(_ packet: AVPacket) {
            (stream, presentation, decoding) = (packet.stream_index, packet.pts, packet.dts)
            size = packet.size
        }
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: a path in the file system; never taken for an address.
    ///   - tracks: what to read. At least one of them must be there.
    ///   - decoderThreads: threads for pictures, 1…16. More decode ahead, which costs memory.
    /// - Throws: `FFmpegError` of kind `file` when it cannot be opened; `unusable` when it is no media file, has none
    ///   of the tracks, or has them in a form the house cannot use, such as 10-bit pictures.
    public convenience init(path: String, tracks: Tracks = .all, decoderThreads: Int = 1) throws(FFmpegError) {
        try Self.checkIsFile(path)
        try self.init(path: path, interrupt: nil, tracks: tracks, decoderThreads: decoderThreads)
    }

    /// Opens what lies at a network address: HTTP, RTMP, RTSP, UDP, SRT as far as the library has them. Opening and reading
    /// wait for the network, for at most 10 s without an answer.
    ///
    /// - Parameter isCancelled: asked while waiting; true ends it. Called on the thread that waits.
    /// - Throws: `FFmpegError` like for a file; of kind `file` when the address does not answer, or not any more.
    public convenience init(
        address: String, tracks: Tracks = .all, decoderThreads: Int = 1, isCancelled: @escaping @Sendable () -> Bool
    ) throws(FFmpegError) {
        let interrupt = ReadingInterrupt(address: address, isCancelled: isCancelled)
        try self.init(path: address, interrupt: interrupt, tracks: tracks, decoderThreads: decoderThreads)
    }

    private init(
        path: String, interrupt: ReadingInterrupt?, tracks: Tracks, decoderThreads: Int
    ) throws(FFmpegError) {
        self.path = path
        self.interrupt = interrupt
        wanted = tracks
        self.decoderThreads = min(max(decoderThreads, 1), 16)
        packet = try PacketHandle()
        file = try Self.demuxer(path, interrupt)
        (pictures, sounds) = try Self.open(
            file, path: interrupt?.shownAddress ?? path, wanted: tracks, threads: self.decoderThreads)
        video = pictures?.track
        sound = sounds?.format
        duration = file.duration
    }

    private static func demuxer(_ path: String, _ interrupt: ReadingInterrupt?) throws(FFmpegError) -> DemuxerHandle {
        guard let interrupt else { return try DemuxerHandle(path: path) }
        return try DemuxerHandle(address: path, interrupt: interrupt)
    }

    /// A pipe or a device would be waited for, perhaps for ever.
    private static func checkIsFile(_ path: String) throws(FFmpegError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR else {
            return
        }
        throw FFmpegError(.unusable, "\(path) is not a regular file.", advice: "Give the path of a media file.")
    }

    /// Decodes the next picture or the next piece of sound, in the order of the file; nil at its end.
    ///
    /// - Throws: `FFmpegError` of kind `file` when the file can no longer be read.
    public func next() throws(FFmpegError) -> Item? {
        while true {
            if let piece = sounds?.nextPiece() { return piece }
            if let item = decodedPicture() ?? decodedSound() { return item }
            if isAtEnd { return nil }
            try readPacket()
        }
    }

    /// Goes on to the next picture and tells its time, passing over sound; nil at the end.
    public func nextPicture() throws(FFmpegError) -> MediaTime? {
        while let item = try next() {
            if case .picture(let time) = item { return time }
        }
        return nil
    }

    /// Goes on to the next piece of sound and tells its time and length, passing over pictures; nil at the end.
    public func nextSound() throws(FFmpegError) -> (time: MediaTime, sampleCount: Int)? {
        while let item = try next() {
            if case .sound(let time, let count) = item { return (time, count) }
        }
        return nil
    }

    /// The picture that `next` has found, in the decoder's own memory, which goes back to it at the picture's last
    /// release. Nil where it can only be copied.
    ///
    /// - Throws: `FFmpegError` where there is no memory.
    public func lendPicture(captureTime: HostTime, sequence: Int64) throws(FFmpegError) -> Picture? {
        try pictures?.lendFrame(captureTime: captureTime, sequence: sequence)
    }

    /// Copies the picture that `next` has found, row by row.
    ///
    /// - Throws: `FFmpegError` of kind `mismatch` when `picture` is not in the video track's format.
    public func copyPicture(into picture: inout MutablePicture) throws(FFmpegError) {
        guard let pictures else {
            throw FFmpegError(.mismatch, "No pictures are read from \(path).", advice: "Open it with its video track.")
        }
        try pictures.copyFrame(into: &picture)
    }

    /// Copies the sound that `next` has found and sets the block's length to it.
    ///
    /// - Throws: `FFmpegError` of kind `mismatch` when `block` is not in the sound track's format, or too short.
    public func copySound(into block: inout MutableSoundBlock) throws(FFmpegError) {
        guard let sounds else {
            throw FFmpegError(.mismatch, "No sound is read from \(path).", advice: "Open it with its sound track.")
        }
        try sounds.copyPiece(into: &block)
    }

    /// Goes back to the start, for a loop.
    ///
    /// - Throws: `FFmpegError` when the file has to be opened anew and cannot.
    public func rewind() throws(FFmpegError) {
        interrupt?.rearm()
        guard file.seekToStart() else { return try reopen() }
        pictures?.rewind()
        sounds?.rewind()
        (isAtEnd, readErrorsInARow, mustBeFirst) = (false, 0, true)
    }

    /// Some containers cannot go back, or only to somewhere near; opening the file again always can.
    private func reopen() throws(FFmpegError) {
        let again = try Self.demuxer(path, interrupt)
        let shown = interrupt?.shownAddress ?? path
        let opened = try Self.open(again, path: shown, wanted: wanted, threads: decoderThreads)
        guard opened.0?.track == video, opened.1?.format == sound else {
            throw FFmpegError(
                .unusable, "\(shown) has become another file.", advice: "Do not replace a file while it is on air.")
        }
        (pictures, sounds) = opened
        file = again
        (isAtEnd, readErrorsInARow, mustBeFirst) = (false, 0, false)
    }

    private func decodedPicture() -> Item? {
        while let pictures {
            switch pictures.decoder.receive() {
            case .frame:
                if let time = pictures.acceptFrame() { return .picture(time: time) }
                corruptCount += 1
            case .corrupt: corruptCount += 1
            case .hungry, .ended: return nil
            }
        }
        return nil
    }

    private func decodedSound() -> Item? {
        while let sounds {
            switch sounds.decoder.receive() {
            case .frame:
                do {
                    try sounds.acceptFrame()
                    if let piece = sounds.nextPiece() { return piece }
                } catch {
                    // Sound that cannot be converted is as good as broken.
                    corruptCount += 1
                }
            case .corrupt: corruptCount += 1
            case .hungry, .ended: return nil
            }
        }
        return nil
    }

    private func readPacket() throws(FFmpegError) {
        interrupt?.rearm()
        let result = av_read_frame(file.context, packet.packet)
        defer { av_packet_unref(packet.packet) }
        if result == onair_averror_eof {
            if mustBeFirst { return try reopen() }
            endInput()
            return
        }
        guard result >= 0 else {
            if let interrupt, interrupt.hasFired || result != onair_averror_invaliddata {
                throw interrupt.error(result, "can no longer be read")
            }
            if result == -EIO { throw FFmpegError(.file, "\(path) can no longer be read", result: result) }
            corruptCount += 1
            readErrorsInARow += 1
            if readErrorsInARow > 100 { endInput() }
            return
        }
        readErrorsInARow = 0
        let mark = PacketMark(packet.packet.pointee)
        if firstPacket == nil { firstPacket = mark }
        if mustBeFirst, mark != firstPacket { return try reopen() }
        mustBeFirst = false
        let index = packet.packet.pointee.stream_index
        for decoder in [pictures?.decoder, sounds?.decoder] {
            guard let decoder, decoder.stream.pointee.index == index else { continue }
            if decoder === pictures?.decoder { pictures?.note(packet.packet.pointee) }
            if !decoder.send(packet.packet) { corruptCount += 1 }
        }
    }

    private func endInput() {
        isAtEnd = true
        _ = pictures?.decoder.send(nil)
        _ = sounds?.decoder.send(nil)
    }

    private static func open(
        _ file: DemuxerHandle, path: String, wanted: Tracks, threads: Int
    ) throws(FFmpegError) -> (VideoTrackReader?, SoundTrackReader?) {
        let video = file.bestStream(AVMEDIA_TYPE_VIDEO)
        let audio = file.bestStream(AVMEDIA_TYPE_AUDIO)
        let origin = file.origin
        var pictures: VideoTrackReader?
        var sounds: SoundTrackReader?
        if wanted.contains(.video), let video {
            pictures = try VideoTrackReader(video, in: file, origin: origin, threads: threads)
        }
        if wanted.contains(.sound), let audio { sounds = try SoundTrackReader(audio, origin: origin) }
        guard pictures != nil || sounds != nil else {
            let names = [wanted.contains(.video) ? "video" : nil, wanted.contains(.sound) ? "sound" : nil]
            throw FFmpegError(
                .unusable, "\(path) has no \(names.compactMap(\.self).joined(separator: " or ")) track.",
                advice: "Choose another file, or check it with ffprobe.")
        }
        file.select([pictures?.decoder.stream, sounds?.decoder.stream].compactMap(\.self))
        return (pictures, sounds)
    }
}
