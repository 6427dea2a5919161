import OnAirMedia

/// Brings the packets of both tracks into one order of decode time, holding each back no longer than it must.
///
/// A packet may leave as soon as nothing earlier can still come: the other track shows a later packet, or its last one
/// plus one packet's length reaches this far (a track's decode times rise by at least that). Otherwise it waits for the
/// other track, at most 100 ms by the clock; a track that let a packet wait that long counts as silent and is not
/// waited for again until it speaks. Then its packets leave at once, late or not.
///
/// A pure value: packets and the time go in, packets and a deadline come out.
public struct Interleaver: Sendable {
    /// How long a packet waits for the other track, in milliseconds.
    public static let patience: Int64 = 100

    private struct Held: Sendable {
        let packet: EncodedPacket
        let arrival: HostTime
    }

    private struct Lane: Sendable {
        var ring = Ring<Held>(capacity: 64)
        /// The least distance between two packets: a picture of the grid, 1024 samples of AAC. Nil: no such track.
        let spacing: MediaTime?
        /// The earliest decode time the next packet can have; nil before the first.
        var frontier: MediaTime?
        var isSilent = false

        /// Whether a packet decoded at `time` may go although nothing is queued here.
        func allows(_ time: MediaTime) -> Bool {
            guard spacing != nil, !isSilent else { return true }
            return frontier.map { $0 >= time } ?? false
        }
    }

    private var video: Lane
    private var audio: Lane
    private var isEnded = false

    /// An interleaver for the tracks of `format`.
    public init(format: ProgramFormat) {
        video = Lane(spacing: format.video?.frameRate.frameDuration)
        audio = Lane(spacing: format.audio.map { MediaTime(value: 1024, timescale: Int64($0.sound.sampleRate)) })
    }

    /// Takes a packet. One of a track that the format does not have is ignored.
    public mutating func push(_ packet: EncodedPacket, now: HostTime) {
        switch packet.track {
        case .video: Self.push(packet, now: now, to: &video)
        case .audio: Self.push(packet, now: now, to: &audio)
        }
    }

    private static func push(_ packet: EncodedPacket, now: HostTime, to lane: inout Lane) {
        guard let spacing = lane.spacing else { return }
        lane.ring.append(Held(packet: packet, arrival: now))
        lane.frontier = packet.decodeTime + spacing
        lane.isSilent = false
    }

    /// The next packet that may leave at `now`; nil when none may. Ask until nil after each push and at `deadline`.
    public mutating func next(now: HostTime) -> EncodedPacket? {
        switch (video.ring.first, audio.ring.first) {
        case (nil, nil): return nil
        case (let picture?, let sound?):
            // On equal times the picture goes first: it opens the stream.
            let soundFirst = sound.packet.decodeTime < picture.packet.decodeTime
            return soundFirst ? audio.ring.removeFirst()?.packet : video.ring.removeFirst()?.packet
        case (let picture?, nil):
            let leaves = Self.mayLeave(picture, waitingFor: &audio, isEnded: isEnded, now: now)
            return leaves ? video.ring.removeFirst()?.packet : nil
        case (nil, let sound?):
            let leaves = Self.mayLeave(sound, waitingFor: &video, isEnded: isEnded, now: now)
            return leaves ? audio.ring.removeFirst()?.packet : nil
        }
    }

    private static func mayLeave(_ head: Held, waitingFor other: inout Lane, isEnded: Bool, now: HostTime) -> Bool {
        if isEnded || other.allows(head.packet.decodeTime) { return true }
        guard now >= head.arrival.advanced(byMilliseconds: patience) else { return false }
        other.isSilent = true
        return true
    }

    /// When the packet that waits now has waited long enough; nil when none waits.
    public var deadline: HostTime? {
        // After `next` answered nil at most one track holds packets.
        let head = video.ring.first ?? audio.ring.first
        return head?.arrival.advanced(byMilliseconds: Self.patience)
    }

    /// No more packets will come: what is held may all leave.
    public mutating func end() { isEnded = true }
}
