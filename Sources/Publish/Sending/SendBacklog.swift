import OnAirMedia

/// The packets that wait for one destination, oldest first, and what becomes of them when they are too many.
///
/// A value without lock or clock; `SendQueue` puts the lock around it.
package struct SendBacklog: Sendable {
    private struct Entry: Sendable {
        let packet: EncodedPacket
        /// Its place among the packets of both tracks.
        let order: UInt64
    }

    private struct Lane: Sendable {
        var ring: Ring<Entry>
        var bytes = 0
        var keyframes = 0
        var disposables = 0
        var dropped: Int64 = 0

        var level: SendLevel.Track {
            var level = SendLevel.Track()
            level.packets = ring.count
            level.bytes = bytes
            if let oldest = ring.first?.packet, let newest = ring.last?.packet {
                level.milliseconds = (newest.decodeTime - oldest.decodeTime).milliseconds
            }
            return level
        }

        mutating func append(_ entry: Entry) {
            ring.append(entry)
            bytes += entry.packet.byteCount
            if entry.packet.isKeyframe { keyframes += 1 }
            if entry.packet.isDisposable { disposables += 1 }
        }

        mutating func removeFirst() -> EncodedPacket? {
            guard let packet = ring.removeFirst()?.packet else { return nil }
            bytes -= packet.byteCount
            if packet.isKeyframe { keyframes -= 1 }
            if packet.isDisposable { disposables -= 1 }
            return packet
        }

        mutating func dropFirst() {
            if removeFirst() != nil { dropped += 1 }
        }

        mutating func dropDisposables() {
            var freed = 0
            ring.removeAll(
                where: { $0.packet.isDisposable && !$0.packet.isKeyframe }, each: { freed += $0.packet.byteCount })
            bytes -= freed
            dropped += Int64(disposables)
            disposables = 0
        }
    }

    private var video = Lane(ring: Ring(capacity: 128))
    private var audio = Lane(ring: Ring(capacity: 128))
    private var nextOrder: UInt64 = 0
    private var disposable: Int64 = 0
    private var policy: DropPolicy

    package init(policy: DropPolicy) { self.policy = policy }

    /// What waits.
    package var level: SendLevel {
        var level = SendLevel()
        level.video = video.level
        level.audio = audio.level
        return level
    }

    package var isEmpty: Bool { video.ring.isEmpty && audio.ring.isEmpty }

    /// Packets lost since the beginning.
    package var dropped: SendLosses {
        SendLosses(video: video.dropped, disposable: disposable, audio: audio.dropped)
    }

    /// Takes `packet` in and gives up what the policy says. Answers whether to ask the encoder for a keyframe.
    package mutating func push(_ packet: EncodedPacket) -> DropPolicy.Wish? {
        switch policy.arrival(of: packet) {
        case .keep: keep(packet)
        case .ignore: break
        case .drop:
            video.dropped += 1
            if packet.isDisposable { disposable += 1 }
        }
        return policy.wish(after: packet.track, at: packet.decodeTime)
    }

    private mutating func keep(_ packet: EncodedPacket) {
        let entry = Entry(packet: packet, order: nextOrder)
        nextOrder += 1
        switch packet.track {
        case .video: video.append(entry)
        case .audio: audio.append(entry)
        }
        while true {
            let relief = policy.relief(
                for: level, newestBytes: packet.byteCount, hasLaterKeyframe: hasLaterKeyframe,
                hasDisposable: video.disposables > 0)
            switch relief {
            case .nothing: return
            case .disposablePictures:
                disposable += Int64(video.disposables)
                video.dropDisposables()
            case .picturesBeforeKeyframe:
                repeat { video.dropFirst() } while video.ring.first?.packet.isKeyframe == false
            case .allPictures: while !video.ring.isEmpty { video.dropFirst() }
            case .oldestSound: audio.dropFirst()
            }
        }
    }

    private var hasLaterKeyframe: Bool {
        video.keyframes > (video.ring.first?.packet.isKeyframe == true ? 1 : 0)
    }

    /// Takes the oldest packet; nil when none waits.
    package mutating func pop() -> EncodedPacket? {
        guard let picture = video.ring.first else { return audio.removeFirst() }
        guard let sound = audio.ring.first, sound.order < picture.order else { return video.removeFirst() }
        return audio.removeFirst()
    }

    /// Takes the oldest sound, even before a picture that is older; nil when none waits.
    package mutating func popSound() -> EncodedPacket? { audio.removeFirst() }

    /// Begins the pictures again at a keyframe: one that waits, or one that comes.
    package mutating func resynchronise() {
        while let head = video.ring.first?.packet, !head.isKeyframe { video.dropFirst() }
        if video.ring.isEmpty { policy.resynchronise() }
    }

    /// Forgets everything that waits, uncounted, and begins again.
    package mutating func restart(policy: DropPolicy) {
        while pop() != nil {}
        self.policy = policy
    }
}
