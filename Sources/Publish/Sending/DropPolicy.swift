import OnAirMedia

/// Decides what a queue of packets gives up when its destination cannot keep up.
///
/// Pictures that no other refers to go first, as soon as half of the bound is full. At the bound: from the oldest picture
/// waiting up to the next keyframe, so that what follows decodes; where no keyframe waits, all of them and whatever comes
/// until one does, and the encoder is asked for one, at most once a second. Sound goes last: only when the sound alone
/// exceeds the bound, oldest first. Sequence headers never pass through here.
///
/// A pure value: it holds no packets and knows no clock; time is that of the packets themselves.
package struct DropPolicy: Sendable {
    /// What to do with a packet that arrives.
    enum Arrival: Equatable {
        case keep
        /// Leave it out because it precedes the beginning: not a loss.
        case ignore
        /// Leave it out and count it.
        case drop
    }

    /// What to give up now.
    enum Relief: Equatable {
        case nothing
        /// Pictures that no other refers to.
        case disposablePictures
        /// Pictures before the next waiting keyframe.
        case picturesBeforeKeyframe
        /// All waiting pictures; none decodes until a keyframe comes.
        case allPictures
        /// The oldest sound packet.
        case oldestSound
    }

    /// Keyframes asked for are at least so far apart, in milliseconds of stream time.
    package static let requestSpacing: Int64 = 1000

    /// Why an encoder is asked for a keyframe.
    package enum Wish: Equatable {
        /// Somebody is to begin: at once.
        case beginning
        /// Pictures were lost.
        case recovery
    }

    private let limits: SendLimits
    private let hasVideo: Bool
    /// Nothing was kept yet.
    private var isBeginning = true
    private var awaitsKeyframe: Bool
    private var hasAsked: Bool
    private var lastRequest: MediaTime?
    /// Pictures that no other refers to are left out.
    private var isPressed = false

    /// - Parameter hasAsked: a keyframe to begin with has been asked for already.
    package init(limits: SendLimits, hasVideo: Bool, hasAsked: Bool) {
        self.limits = limits
        self.hasVideo = hasVideo
        self.hasAsked = hasAsked
        awaitsKeyframe = hasVideo
    }

    /// A packet arrives.
    mutating func arrival(of packet: EncodedPacket) -> Arrival {
        switch packet.track {
        case .audio: return isBeginning && hasVideo ? .ignore : .keep
        case .video:
            guard packet.isKeyframe || !awaitsKeyframe else { return isBeginning ? .ignore : .drop }
            if isPressed, packet.isDisposable { return .drop }
            awaitsKeyframe = false
            isBeginning = false
            return .keep
        }
    }

    /// Pictures are of no use until a keyframe comes.
    mutating func resynchronise() { awaitsKeyframe = hasVideo }

    /// Whether to ask the encoder for a keyframe, now that a packet of `track` with decode time `time` has been dealt
    /// with. At the beginning only a picture that was left out is a reason: an encoder's first is a keyframe by itself.
    mutating func wish(after track: EncodedPacket.Track, at time: MediaTime) -> Wish? {
        guard awaitsKeyframe, !(isBeginning && track == .audio) else { return nil }
        if hasAsked {
            let last = lastRequest ?? time
            lastRequest = last
            if time >= last, (time - last).milliseconds < Self.requestSpacing { return nil }
        }
        hasAsked = true
        lastRequest = time
        return isBeginning ? .beginning : .recovery
    }

    /// What to give up while `level` waits; ask until nothing.
    ///
    /// - Parameters:
    ///   - newestBytes: the size of the packet that came last, which may exceed the bound.
    ///   - hasLaterKeyframe: a keyframe waits behind the oldest picture.
    ///   - hasDisposable: a picture waits that no other refers to.
    mutating func relief(
        for level: SendLevel, newestBytes: Int, hasLaterKeyframe: Bool, hasDisposable: Bool
    ) -> Relief {
        notePressure(of: level)
        if isPressed, hasDisposable { return .disposablePictures }
        let tooManyBytes = level.bytes - newestBytes >= limits.bytes
        if level.video.packets > 0, level.video.milliseconds > limits.milliseconds || tooManyBytes {
            if hasLaterKeyframe { return .picturesBeforeKeyframe }
            awaitsKeyframe = true
            return .allPictures
        }
        let tooMuchSound = level.audio.milliseconds > limits.soundMilliseconds || tooManyBytes
        return level.audio.packets > 1 && tooMuchSound ? .oldestSound : .nothing
    }

    /// Pressed from half of the bound on, until a quarter.
    private mutating func notePressure(of level: SendLevel) {
        let part: Int64 = isPressed ? 4 : 2
        isPressed = level.milliseconds > limits.milliseconds / part || level.bytes > limits.bytes / Int(part)
    }
}
