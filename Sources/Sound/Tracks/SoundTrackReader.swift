import OnAirFFmpeg
import OnAirMedia

/// A track's sound in the program's rate and channels, at its place on the program's timeline. Belongs to the sound stage.
final class SoundTrackReader {
    let track: SoundTrack
    private let format: SoundFormat
    /// Counts `corrupt` blocks: those that cannot be resampled and are silence.
    private let ledger: DropLedger
    /// What is ready, for each channel, and the program sample it begins with.
    private var ready: [[Float]]
    private var start: Int64 = 0
    private var resampler: SoundResampler?
    private var gain: Float = 0

    /// Samples that blocks may be off their place before it counts as a gap: time stamps are rounded.
    private var tolerance: Int64 { Int64(format.sampleRate / 100) }

    init(_ track: SoundTrack, format: SoundFormat, ledger: DropLedger) {
        self.track = track
        self.ledger = ledger
        self.format = format
        ready = Array(repeating: [], count: format.channels)
        // A second, so that taking in allocates nothing.
        for channel in ready.indices { ready[channel].reserveCapacity(format.sampleRate) }
    }

    private var end: Int64 { start + Int64(ready[0].count) }

    /// Adds what belongs at program sample `position` to the planes of a block.
    ///
    /// - Parameters:
    ///   - isMuted: nothing is heard, after a fade.
    ///   - place: the program sample of sound captured at an instant.
    /// - Returns: whether it has changed the block.
    func add(
        to planes: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), count: Int, at position: Int64,
        isMuted: Bool, place: (HostTime) -> Int64
    ) -> Bool {
        while let block = track.input.pop() { take(block, at: place(block.captureTime.advanced(by: track.lead))) }
        let target = isMuted ? 0 : Float(track.volume)
        defer { gain = target }
        let first = max(position, start)
        let last = min(position + Int64(count), end)
        defer { forget(before: position + Int64(count)) }
        guard first < last, gain > 0 || target > 0 else { return false }
        let step = (target - gain) / Float(count)
        for channel in 0..<format.channels {
            let plane = channel == 0 ? planes.0 : planes.1
            ready[channel].withUnsafeBufferPointer { samples in
                for sample in first..<last {
                    let index = Int(sample - position)
                    plane[index] += samples[Int(sample - start)] * (gain + step * Float(index + 1))
                }
            }
        }
        return true
    }

    private func take(_ block: SoundBlock, at place: Int64) {
        if resampler?.source != block.format {
            resampler = try? SoundResampler(from: block.format, to: format)
            clear(place)
        }
        guard let resampler else { return ledger.add(.corrupt) }
        if ready[0].isEmpty && resampler.inputCount == 0 { start = place }
        let expected = end + resampler.pendingCount
        if abs(place - expected) > tolerance {
            // Another place: what is ready stays only where the new sound lies behind it.
            self.resampler = try? SoundResampler(from: block.format, to: format)
            if place > end, place - end < Int64(format.sampleRate) / 2 {
                for channel in ready.indices {
                    ready[channel].append(contentsOf: repeatElement(0, count: Int(place - end)))
                }
            } else {
                clear(place)
            }
        }
        do {
            try self.resampler?.convert(block) { sound in
                for channel in ready.indices { ready[channel].append(contentsOf: sound.channel(channel)) }
            }
        } catch {
            // It is silence; the next one finds its own place, with another resampler.
            ledger.add(.corrupt)
            self.resampler = nil
        }
    }

    private func clear(_ place: Int64) {
        for channel in ready.indices { ready[channel].removeAll(keepingCapacity: true) }
        start = place
    }

    private func forget(before position: Int64) {
        let count = min(max(Int(position - start), 0), ready[0].count)
        guard count > 0 else { return }
        for channel in ready.indices { ready[channel].removeFirst(count) }
        start += Int64(count)
    }
}
