import OnAirMedia

/// What both kinds of output do with a packet before they frame it: look at it, place it, give it its tag header.
package enum MediaTag: Hashable, Sendable {
    /// The largest body of a tag or message: its length has 24 bits.
    package static let bodyLimit = 0xFF_FFFF

    case tag(header: MediaTagHeader, timestamp: UInt32)
    case dropped(PacketOutcome.Reason)

    package init(_ packet: EncodedPacket, bytes: UnsafeRawBufferPointer, timeline: inout TagTimeline) {
        let unit = packet.track == .video ? AVCAccessUnit(bytes) : .idr
        guard !bytes.isEmpty, bytes.count + 5 <= Self.bodyLimit, unit != .malformed else {
            if packet.track == .video { timeline.losePicture() }
            self = .dropped(.malformed)
            return
        }
        let placement = timeline.place(
            packet.track, decodeTime: packet.decodeTime, presentationTime: packet.presentationTime,
            isKeyframe: unit == .idr)
        switch (placement, packet.track) {
        case (.dropped(let reason), _):
            self = .dropped(reason)
        case (.tag(let milliseconds, let offset), .video):
            self = .tag(
                header: .picture(isKeyframe: unit == .idr, compositionOffset: offset),
                timestamp: UInt32(truncatingIfNeeded: milliseconds))
        case (.tag(let milliseconds, _), .audio):
            self = .tag(header: .audioFrame, timestamp: UInt32(truncatingIfNeeded: milliseconds))
        }
    }
}
