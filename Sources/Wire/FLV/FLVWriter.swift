import OnAirMedia

/// Writes a program as an FLV file (Adobe FLV 10.1, Annex E) into `output`; whoever owns the file takes it from there.
///
/// The first packet written is an IDR picture (or audio, without a video track); both tracks count from its decode time.
/// Belongs to one thread. Holds no more than the bytes not yet taken from `output`. A file that breaks off is playable;
/// whoever can write into its front puts duration and size there at the end.
public struct FLVWriter: ~Copyable, Sendable {
    /// The bytes of the file not yet taken.
    public var output: WireBuffer

    /// Where in the file the duration in seconds stands: a big-endian Double, 0 as written.
    public static let durationOffset = 53
    /// Where in the file its size in bytes stands: a big-endian Double, 0 as written.
    public static let fileSizeOffset = 72

    private let encoderName: String
    private var timeline = TagTimeline()
    private var hasFileHeader = false

    /// A writer that has written nothing yet.
    public init(encoderName: String = "OnAir", outputCapacity: Int = 64 * 1024) {
        self.encoderName = encoderName
        output = WireBuffer(capacity: outputCapacity)
    }

    /// Writes the file header (the first time), metadata and the sequence headers of both tracks.
    ///
    /// Called again when the format changes: writes them anew at the present time, and video waits for an IDR picture.
    /// The flags of the file header stay those of the first format.
    /// - Throws: where the format cannot be announced; nothing is written then.
    public mutating func begin(format: ProgramFormat) throws(TrackHeaderError) {
        let announcement = try ProgramAnnouncement(format, encoderName: encoderName, isFile: !hasFileHeader)
        if !hasFileHeader {
            hasFileHeader = true
            let flags: UInt8 = (format.video == nil ? 0 : 1) | (format.audio == nil ? 0 : 4)
            output.append([0x46, 0x4C, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0])
        }
        FLVTag.write(
            .script, timestamp: UInt32(truncatingIfNeeded: timeline.present), body: announcement.metadata, into: &output
        )
        if let header = announcement.videoHeader {
            let time = UInt32(truncatingIfNeeded: timeline.present(of: .video))
            FLVTag.write(.video, timestamp: time, body: header, into: &output)
        }
        if let header = announcement.audioHeader {
            let time = UInt32(truncatingIfNeeded: timeline.present(of: .audio))
            FLVTag.write(.audio, timestamp: time, body: header, into: &output)
        }
        timeline.announce(format)
    }

    /// Writes one packet as a tag, or says why not; before `begin` there are no tracks.
    public mutating func write(_ packet: EncodedPacket) -> PacketOutcome {
        packet.withBytes { payload in
            switch MediaTag(packet, bytes: payload, timeline: &timeline) {
            case .dropped(let reason):
                return .dropped(reason)
            case .tag(let header, let timestamp):
                let before = output.totalAppended
                let length = header.count + payload.count
                FLVTag.writeHeader(
                    packet.track == .video ? .video : .audio, timestamp: timestamp, bodyLength: length, into: &output)
                header.withBytes { output.append($0) }
                output.append(payload)
                FLVTag.writeTrailer(bodyLength: length, into: &output)
                return .written(bytes: Int(output.totalAppended - before))
            }
        }
    }
}
