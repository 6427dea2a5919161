import OnAirMedia

/// When the content of a looped media file is due: time t of loop i at `epoch + i · duration + t`.
///
/// Camera and microphone of one file each make the same timeline from what the file says, so they stay in step for
/// hours without knowing of each other.
package struct FileTimeline: Hashable, Sendable {
    /// The length of a loop, above zero: a whole number of samples where the file has sound, so that the sound goes
    /// through the seam without a gap; else, where the file's length allows it, of frames.
    package let duration: MediaTime

    /// The timeline of a file that lasts `length`.
    ///
    /// - Parameters:
    ///   - length: as the container tells it, often rounded to milliseconds.
    ///   - frameRate: of its pictures, where it has any. A length within a millisecond of whole frames is taken as those.
    ///   - sampleRate: of its sound, where it has any.
    package init(length: MediaTime, frameRate: FrameRate?, sampleRate: Int?) {
        var length = max(length, .nanoseconds(1))
        if let frameRate {
            let next = frameRate.frame(atOrAfter: length)
            for frames in [next - 1, next] where frames >= 1 {
                let whole = frameRate.time(ofFrame: frames)
                let distance = whole > length ? whole - length : length - whole
                if distance <= .milliseconds(1) {
                    length = whole
                    break
                }
            }
        }
        if let sampleRate {
            length = MediaTime(
                value: max(1, length.value(inTimescale: Int64(sampleRate))), timescale: Int64(sampleRate))
        }
        duration = length
    }

    /// When `time` of loop `loop` is due.
    package func due(_ time: MediaTime, loop: Int64, epoch: HostTime) -> HostTime {
        epoch.advanced(by: MediaTime(value: duration.value * loop, timescale: duration.timescale) + time)
    }

    /// The loop that is running at `now`; 0 before the epoch.
    package func loop(at now: HostTime, epoch: HostTime) -> Int64 {
        max(0, FrameRate(duration.timescale, duration.value).frame(atOrBefore: now.time(since: epoch)))
    }
}
