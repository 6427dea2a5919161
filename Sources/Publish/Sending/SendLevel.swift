/// What waits in a send queue.
public struct SendLevel: Sendable, Hashable {
    /// What waits of one track.
    public struct Track: Sendable, Hashable {
        public var packets = 0
        public var bytes = 0
        /// From the oldest waiting packet's decode time to the newest's.
        public var milliseconds: Int64 = 0

        public init() {}
    }

    public var video = Track()
    public var audio = Track()

    public init() {}

    /// Of both tracks.
    public var packets: Int { video.packets + audio.packets }
    /// Of both tracks.
    public var bytes: Int { video.bytes + audio.bytes }
    /// Of the track where more waits.
    public var milliseconds: Int64 { max(video.milliseconds, audio.milliseconds) }
}
