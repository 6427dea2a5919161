/// What became of a packet handed to a writer of FLV tags (an RTMP publisher or an FLV file).
public enum PacketOutcome: Hashable, Sendable {
    /// It is in the output, `bytes` long with all headers.
    case written(bytes: Int)
    /// It is not in the output.
    case dropped(Reason)

    /// Why a packet was not written.
    public enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
        /// The server has not accepted the stream yet, or the stream is closed.
        case notPublishing
        /// Nothing decodable precedes it: ask the encoder for an IDR picture.
        case awaitingKeyframe
        /// Audio from before the first picture.
        case beforeOrigin
        /// Its decode time does not rise; a video track then waits for the next IDR picture.
        case timeNotRising
        /// The format has no such track.
        case noSuchTrack
        /// Empty, larger than a tag can be, or H.264 whose NAL unit lengths do not add up.
        case malformed
    }
}
