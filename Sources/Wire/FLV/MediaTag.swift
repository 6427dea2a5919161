import OnAirMedia

/// What both kinds of output do with a packet before they frame it: look at it, place it, give it its tag header.
package enum MediaTag: Hashable, Sendable {
    /// The largest body of a tag or message: its length has 24 bits.
    package static let bodyLimit = 0xFF_FFFF

    case tag(header: MediaTagHeader, timestamp: UInt32)
    case dropped(PacketOutcome.Reason)

    package init(_ packet: EncodedPacket, bytes: UnsafeRawBufferPointer, timeline: inout TagTimeline) {
        let fits = !bytes.isEmpty && bytes.count + MediaTagHeader.longest <= Self.bodyLimit
        switch packet.track {
        case .video:
            guard let codec = timeline.video else {
                self = .dropped(.noSuchTrack)
                return
            }
            let picture = fits ? CodedPicture(bytes, codec) : .malformed
            guard picture != .malformed else {
                timeline.losePicture()
                self = .dropped(.malformed)
                return
            }
            self =
                switch timeline.placePicture(
                    decodeTime: packet.decodeTime, presentationTime: packet.presentationTime,
                    isKeyframe: picture == .key)
                {
                case .dropped(let reason): .dropped(reason)
                case .tag(let milliseconds, let offset):
                    .tag(
                        header: .picture(codec, isKeyframe: picture == .key, compositionOffset: offset),
                        timestamp: UInt32(truncatingIfNeeded: milliseconds))
                }
        case .audio:
            guard let codec = timeline.audio else {
                self = .dropped(.noSuchTrack)
                return
            }
            guard fits else {
                self = .dropped(.malformed)
                return
            }
            self =
                switch timeline.placeSound(packet.decodeTime) {
                case .dropped(let reason): .dropped(reason)
                case .tag(let milliseconds, _):
                    .tag(header: .audioFrame(codec), timestamp: UInt32(truncatingIfNeeded: milliseconds))
                }
        }
    }
}
