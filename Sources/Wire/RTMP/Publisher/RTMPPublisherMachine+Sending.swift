import OnAirMedia

/// What the machine says to the server.
extension RTMPPublisherMachine {
    /// The transaction of each request. The same order for everybody, so that a capture can be read.
    enum Transaction {
        static let connect = 1.0
        static let releaseStream = 2.0
        static let publishName = 3.0
        static let createStream = 4.0
        static let publish = 5.0
        static let unpublishName = 6.0
        static let deleteStream = 7.0
    }

    /// A chunk stream per track: both on one would make time go back at every turn.
    private enum ChunkStream {
        static let command: UInt32 = 3
        static let audio: UInt32 = 4
        static let data: UInt32 = 5
        static let video: UInt32 = 6
    }

    static func chunkHeader(
        _ track: EncodedPacket.Track, streamID: UInt32, timestamp: UInt32, length: Int
    ) -> RTMPChunkHeader {
        RTMPChunkHeader(
            type: track == .video ? .video : .audio, streamID: streamID, timestamp: timestamp,
            chunkStreamID: track == .video ? ChunkStream.video : ChunkStream.audio, length: length)
    }

    /// `connect` (7.2.1.1), in chunks of 128 bytes: whatever the server has announced concerns its own chunks.
    mutating func requestConnection() {
        var properties = [
            AMF0Property("app", .string(authentication.appended(to: target.app))),
            AMF0Property("type", "nonprivate"),
            AMF0Property("flashVer", .string(AMF0String(configuration.flashVersion))),
            AMF0Property("tcUrl", .string(authentication.appended(to: target.tcURL))),
        ]
        if !codecsToList.isEmpty {
            properties.append(AMF0Property("fourCcList", .strictArray(codecsToList.map { .string($0.text) })))
        }
        send(RTMPCommand("connect", transactionID: Transaction.connect, values: [.object(properties)]))
    }

    /// The codecs that `connect` lists (enhanced RTMP 2.0, Enhancing NetConnection connect Command). None where the
    /// format needs none, so that servers that have never heard of such lists never meet one.
    var codecsToList: [FourCC] { listsCodecs ? announcement?.codecs ?? [] : [] }

    /// What a `connect` that listed codecs and came to nothing leads to: the same in plain words, once.
    var plainConnect: RTMPReconnect? {
        guard case .awaitingConnectResult = state, !codecsToList.isEmpty else { return nil }
        return RTMPReconnect(.plainConnect, authentication: authentication, listsCodecs: false)
    }

    /// Our chunk size, once, then the two courtesies of Flash encoders, whose replies nobody waits for, and
    /// `createStream` (7.2.1.3).
    mutating func requestStream() {
        session.writer.announce(chunkSize: min(max(configuration.chunkSize, 4096), 65536), into: &output)
        send(RTMPCommand("releaseStream", transactionID: Transaction.releaseStream, values: [.null, name]))
        send(RTMPCommand("FCPublish", transactionID: Transaction.publishName, values: [.null, name]))
        send(RTMPCommand("createStream", transactionID: Transaction.createStream, values: [.null]))
    }

    /// `publish` (7.2.2.6).
    mutating func requestPublish(streamID: UInt32) {
        send(
            RTMPCommand("publish", transactionID: Transaction.publish, values: [.null, name, "live"]),
            streamID: streamID)
    }

    /// Metadata and the sequence headers, each at the present time of its track.
    mutating func announce(_ announcement: ProgramAnnouncement, on publishing: RTMPPublisherState.Publishing) {
        var data = WireBuffer(capacity: 1024)
        AMF0Value.string("@setDataFrame").write(into: &data)
        data.append(announcement.metadata)
        session.writer.write(
            RTMPMessage(
                type: .dataAMF0, streamID: publishing.streamID,
                timestamp: UInt32(truncatingIfNeeded: timeline.present), chunkStreamID: ChunkStream.data,
                payload: data.bytes), into: &output)
        announce(announcement.videoHeader, of: .video, on: publishing)
        announce(announcement.audioHeader, of: .audio, on: publishing)
    }

    private mutating func announce(
        _ header: [UInt8]?, of track: EncodedPacket.Track, on publishing: RTMPPublisherState.Publishing
    ) {
        guard let header else { return }
        let time = UInt32(truncatingIfNeeded: timeline.present(of: track))
        header.withUnsafeBytes { bytes in
            session.writer.begin(
                Self.chunkHeader(track, streamID: publishing.streamID, timestamp: time, length: bytes.count),
                into: &output)
            session.writer.append(bytes, into: &output)
        }
    }

    /// `FCUnpublish` and `deleteStream` (7.2.2.3).
    mutating func sayGoodbye(streamID: UInt32) {
        send(RTMPCommand("FCUnpublish", transactionID: Transaction.unpublishName, values: [.null, name]))
        send(
            RTMPCommand(
                "deleteStream", transactionID: Transaction.deleteStream, values: [.null, .number(Double(streamID))]))
    }

    /// The stream key as the commands carry it: the very bytes.
    private var name: AMF0Value { .string(AMF0String(bytes: target.streamName)) }

    private mutating func send(_ command: RTMPCommand, streamID: UInt32 = 0) {
        session.writer.write(
            RTMPMessage(
                type: .commandAMF0, streamID: streamID, chunkStreamID: ChunkStream.command, payload: command.payload),
            into: &output)
    }
}
