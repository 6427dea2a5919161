import OnAirMedia

/// Packets that a destination never got because it was too slow.
public struct SendLosses: Sendable, Hashable {
    /// Pictures.
    public var video: Int64
    /// Of these, pictures that no other refers to, left out one by one; the rest went in whole groups.
    public var disposable: Int64
    /// Sound packets.
    public var audio: Int64

    public init(video: Int64 = 0, disposable: Int64 = 0, audio: Int64 = 0) {
        self.video = video
        self.disposable = disposable
        self.audio = audio
    }

    mutating func count(_ track: EncodedPacket.Track) {
        switch track {
        case .video: video += 1
        case .audio: audio += 1
        }
    }

    /// Of both tracks.
    public var total: Int64 { video + audio }
}
