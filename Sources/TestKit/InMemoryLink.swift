import OnAirMedia
import OnAirWire

/// A publisher and a server joined without a socket: bytes go over in pieces of a chosen size, at an instant the test
/// chooses. Belongs to one thread.
public struct InMemoryLink: ~Copyable {
    public var publisher: RTMPPublisherMachine
    public var server: RTMPServerMachine
    /// Bytes handed over at once, in both directions; at least 1.
    public var pieceSize: Int
    /// What the publisher told, without `nothing`.
    public private(set) var results: [RTMPPublisherMachine.ReceiveResult] = []
    /// Everything the publisher sent.
    public private(set) var sent: [UInt8] = []
    /// Keeps what the publisher sends in `sent`.
    public var keepsSent = true

    public init(
        publisher: consuming RTMPPublisherMachine, server: consuming RTMPServerMachine, pieceSize: Int = 65536
    ) {
        self.publisher = publisher
        self.server = server
        self.pieceSize = max(pieceSize, 1)
    }

    /// Passes bytes both ways until both ends are quiet.
    public mutating func exchange(now: HostTime) {
        while passToServer() || passToPublisher(now: now) {}
    }

    /// Hands one piece to the server; false where there is none.
    public mutating func passToServer() -> Bool {
        let piece = publisher.output.withReadableBytes { [UInt8]($0.prefix(pieceSize)) }
        guard !piece.isEmpty else { return false }
        publisher.output.consume(piece.count)
        if keepsSent { sent += piece }
        piece.withUnsafeBytes { server.received($0) }
        return true
    }

    /// Hands one piece to the publisher; false where there is none.
    public mutating func passToPublisher(now: HostTime) -> Bool {
        let piece = server.output.withReadableBytes { [UInt8]($0.prefix(pieceSize)) }
        guard !piece.isEmpty else { return false }
        server.output.consume(piece.count)
        let result = piece.withUnsafeBytes { publisher.received($0, now: now) }
        if result != .nothing { results.append(result) }
        return true
    }
}
