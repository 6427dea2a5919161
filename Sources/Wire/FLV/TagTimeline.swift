import OnAirMedia

/// Places packets on the one timeline of a stream of tags: a single origin for both tracks, milliseconds from exact
/// times (never from summed rounding), decode times that rise strictly within a track.
///
/// Holds only numbers, so copying it costs nothing.
package struct TagTimeline: Sendable {
    /// Where a packet goes.
    package enum Placement: Hashable, Sendable {
        /// Decode time in milliseconds, and presentation minus decode time, 0…0x7FFFFF.
        case tag(milliseconds: Int64, compositionOffset: Int32)
        case dropped(PacketOutcome.Reason)
    }

    /// The last decode time of a track, exact and as written.
    private struct Last: Sendable {
        var time: MediaTime
        var milliseconds: Int64
    }

    /// The codec of the pictures; nil without a video track.
    package private(set) var video: VideoTagCodec?
    /// The codec of the sound; nil without an audio track.
    package private(set) var audio: AudioTagCodec?
    private var origin: MediaTime?
    private var lastVideo: Last?
    private var lastAudio: Last?
    private var awaitsKeyframe = true

    package init() {}

    /// The tracks there are from now on. Video starts anew with an IDR picture; the origin stays.
    package mutating func announce(_ format: ProgramFormat) {
        video = format.video.map { VideoTagCodec($0.codec) }
        audio = format.audio.map { AudioTagCodec($0.codec) }
        awaitsKeyframe = true
    }

    /// A picture was lost, so those that follow cannot be decoded before the next IDR picture.
    package mutating func losePicture() { awaitsKeyframe = true }

    /// The time a header of `track` takes: that of its last packet, so that no reader sees time jump.
    package func present(of track: EncodedPacket.Track) -> Int64 {
        (track == .video ? lastVideo : lastAudio)?.milliseconds ?? 0
    }

    /// The time of the last packet of either track.
    package var present: Int64 { max(present(of: .video), present(of: .audio)) }

    /// Where a picture goes; `isKeyframe` says whether decoding can start with it.
    package mutating func placePicture(
        decodeTime: MediaTime, presentationTime: MediaTime, isKeyframe: Bool
    ) -> Placement {
        guard video != nil else { return .dropped(.noSuchTrack) }
        guard isKeyframe || !awaitsKeyframe else { return .dropped(.awaitingKeyframe) }
        let start = origin ?? decodeTime
        guard decodeTime >= start else {
            awaitsKeyframe = true
            return .dropped(lastVideo == nil ? .beforeOrigin : .timeNotRising)
        }
        guard let milliseconds = Self.next(decodeTime, from: start, after: lastVideo) else {
            awaitsKeyframe = true
            return .dropped(.timeNotRising)
        }
        // A difference of rounded times, so that decode plus offset is exactly the rounded presentation time.
        let offset = max(0, (presentationTime - start).milliseconds - milliseconds)
        guard offset <= 0x7F_FFFF else {
            awaitsKeyframe = true
            return .dropped(.malformed)
        }
        origin = start
        awaitsKeyframe = false
        lastVideo = Last(time: decodeTime, milliseconds: milliseconds)
        return .tag(milliseconds: milliseconds, compositionOffset: Int32(offset))
    }

    /// Where a packet of sound goes.
    package mutating func placeSound(_ time: MediaTime) -> Placement {
        guard audio != nil else { return .dropped(.noSuchTrack) }
        guard let start = origin ?? (video != nil ? nil : time), time >= start else { return .dropped(.beforeOrigin) }
        guard let milliseconds = Self.next(time, from: start, after: lastAudio) else {
            return .dropped(.timeNotRising)
        }
        origin = start
        lastAudio = Last(time: time, milliseconds: milliseconds)
        return .tag(milliseconds: milliseconds, compositionOffset: 0)
    }

    /// `time` in milliseconds after `start`, at least one after `last`; nil where the exact time does not rise.
    private static func next(_ time: MediaTime, from start: MediaTime, after last: Last?) -> Int64? {
        let milliseconds = (time - start).milliseconds
        guard let last else { return milliseconds }
        guard time > last.time else { return nil }
        return max(milliseconds, last.milliseconds + 1)
    }
}
