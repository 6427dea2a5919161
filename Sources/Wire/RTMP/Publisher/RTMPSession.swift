/// What lasts from the end of the handshake to the end of the connection: both chunk directions, acknowledgements,
/// pings. Their chunk sizes are independent: what the peer announces never touches what we send.
struct RTMPSession: Sendable {
    /// Replies a peer may make us queue while it takes nothing, in bytes; beyond, replies are left out.
    private static let replyLimit: UInt64 = 64 * 1024

    var reader = RTMPChunkReader()
    var writer = RTMPChunkWriter()
    private var window: UInt32?
    private var announcedWindow: UInt32?
    private var acknowledged: UInt64 = 0
    private var replyBytes: UInt64 = 0

    /// Does what a control message asks for; false where the message is none of ours.
    mutating func handle(
        _ message: RTMPMessage, statistics: inout RTMPStatistics, into output: inout WireBuffer
    ) -> Bool {
        switch message.type {
        case .setChunkSize, .abort:
            // The reader has done them. Too short ones say nothing.
            return RTMPControl(message) != nil
        case .acknowledgement, .windowAcknowledgementSize, .setPeerBandwidth:
            guard let control = RTMPControl(message) else { return false }
            apply(control, statistics: &statistics, into: &output)
            return true
        case .userControl:
            guard let event = RTMPUserControl(message) else { return false }
            guard event.event == .pingRequest else { return true }
            statistics.pings += 1
            reply(RTMPUserControl.pong(to: event).message, into: &output)
            return true
        default:
            return false
        }
    }

    private mutating func apply(
        _ control: RTMPControl, statistics: inout RTMPStatistics, into output: inout WireBuffer
    ) {
        switch control {
        case .setChunkSize, .abort:
            break
        case .acknowledgement(let sequence):
            statistics.lastAcknowledged = sequence
            statistics.acknowledgements += 1
        case .windowAcknowledgementSize(let size):
            window = size
        case .setPeerBandwidth(let size, _):
            // The answer the specification asks for (5.4.5). It limits nothing here: TCP does.
            guard announcedWindow != size else { return }
            announcedWindow = size
            reply(RTMPControl.windowAcknowledgementSize(size).message, into: &output)
        }
    }

    /// Queues an acknowledgement where the peer's window is full (5.4.3).
    mutating func acknowledge(bytesReceived: UInt64, into output: inout WireBuffer) {
        guard let window, window > 0, bytesReceived - acknowledged >= UInt64(window) else { return }
        acknowledged = bytesReceived
        reply(RTMPControl.acknowledgement(UInt32(truncatingIfNeeded: bytesReceived)).message, into: &output)
    }

    /// A peer that asks and never reads gets no more memory from us than `replyLimit`.
    private mutating func reply(_ message: RTMPMessage, into output: inout WireBuffer) {
        if output.isEmpty { replyBytes = 0 }
        guard replyBytes < Self.replyLimit else { return }
        let before = output.totalAppended
        writer.write(message, into: &output)
        replyBytes += output.totalAppended - before
    }
}
