import OnAirFFmpeg
import OnAirMedia

/// The sound of a looped file as one endless row of samples: sample s of loop i has number i · length + s.
///
/// Silent where the file has no sound: before its first sample, in gaps, after its last one. Small errors of the
/// file's time stamps, as rounding to milliseconds makes them, leave no mark.
final class FileSoundTrack {
    /// Samples in a loop.
    let length: Int64
    /// Broken pieces passed over so far.
    var corruptCount: Int64 { reader.corruptCount }

    private let reader: MediaFileReader
    private let format: SoundFormat
    private let loops: Bool
    private let pool: SoundPool
    /// Sample number that is read next.
    private var position: Int64
    private var loop: Int64
    /// What the reader gave last, and the place in its loop of the first sample that has not been read.
    private var piece: MutableSoundBlock?
    private var pieceStart: Int64 = 0
    private var pieceOffset = 0
    /// Where the sound of this loop has come to; nil before its first piece.
    private var trackEnd: Int64?
    private var isLoopRead = false

    /// Sound that goes on from sample `position`.
    init(_ reader: MediaFileReader, format: SoundFormat, length: Int64, loops: Bool, from position: Int64) {
        (self.reader, self.format, self.length, self.loops, self.position) = (reader, format, length, loops, position)
        loop = loops ? position / length : 0
        pool = SoundPool(format: format, blockCapacity: MediaFileReader.soundBlockSize, capacity: 2)
    }

    /// Whether everything has been read; never for a loop.
    var isFinished: Bool { !loops && position >= length }

    /// Fills `block` on from sample `done` with what comes next; returns how much of it is filled then. Less than all
    /// means: call again, to go on.
    func read(into block: inout MutableSoundBlock, done: Int) throws(FFmpegError) -> Int {
        var done = done
        // Enough for any file in use; little enough to hear a stop request in one that is broken.
        for _ in 0..<16 where done < block.sampleCount && !isFinished {
            let wanted = min(Int64(block.sampleCount - done), (loop + 1) * length - position)
            if wanted <= 0 {
                try startNextLoop()
            } else if piece == nil && !isLoopRead {
                try findPiece()
            } else {
                let count = take(Int(wanted), into: &block, at: done)
                done += count
                position += Int64(count)
            }
        }
        if isFinished {
            for channel in 0..<format.channels {
                block.withMutableChannel(channel) { samples in
                    for index in done..<samples.count { samples[index] = 0 }
                }
            }
            return block.sampleCount
        }
        return done
    }

    /// Passes over the next `count` samples.
    func skip(_ count: Int) { position += Int64(count) }

    /// Moves up to `wanted` samples of the piece, or of the silence before or after it.
    private func take(_ wanted: Int, into block: inout MutableSoundBlock, at done: Int) -> Int {
        let place = position - loop * length
        guard let source = piece.take() else {
            silence(&block, done, wanted)
            return wanted
        }
        var piece = source
        // Skip what lies before the place; be silent up to what lies after it.
        let skip = min(Int64(piece.sampleCount), max(0, place - pieceStart))
        pieceOffset = max(pieceOffset, Int(skip))
        let gap = pieceStart + Int64(pieceOffset) - place
        if gap > 0 {
            let count = Int(min(gap, Int64(wanted)))
            silence(&block, done, count)
            self.piece = consume piece
            return count
        }
        let count = min(wanted, piece.sampleCount - pieceOffset)
        for channel in 0..<format.channels {
            let offset = pieceOffset
            piece.withMutableChannel(channel) { from in
                block.withMutableChannel(channel) { to in
                    for index in 0..<count { to[done + index] = from[offset + index] }
                }
            }
        }
        pieceOffset += count
        if pieceOffset < piece.sampleCount { self.piece = consume piece }
        return count
    }

    private func silence(_ block: inout MutableSoundBlock, _ start: Int, _ count: Int) {
        for channel in 0..<format.channels {
            block.withMutableChannel(channel) { samples in
                for index in start..<start + count { samples[index] = 0 }
            }
        }
    }

    private func findPiece() throws(FFmpegError) {
        guard let found = try reader.nextSound() else {
            isLoopRead = true
            return
        }
        var start = found.time.value(inTimescale: Int64(format.sampleRate))
        // Within 5 ms of where the sound has come to, a time stamp is only rounded.
        if let trackEnd, abs(start - trackEnd) <= Int64(format.sampleRate) / 200 { start = trackEnd }
        let end = start + Int64(found.sampleCount)
        trackEnd = max(trackEnd ?? end, end)
        // What has been read already, and what lies beyond the loop point.
        guard end > position - loop * length, start < length else {
            if start >= length { isLoopRead = true }
            return
        }
        guard var block = pool.take(captureTime: HostTime(nanoseconds: 0), sampleCount: found.sampleCount) else {
            return
        }
        try reader.copySound(into: &block)
        piece = consume block
        (pieceStart, pieceOffset) = (start, 0)
    }

    private func startNextLoop() throws(FFmpegError) {
        guard trackEnd != nil else {
            throw FFmpegError(
                .unusable, "The file gives no more sound.", advice: "Check whether it has been changed or removed.")
        }
        try reader.rewind()
        piece = nil
        trackEnd = nil
        isLoopRead = false
        loop += 1
    }
}
