import Glibc
import OnAirMedia
import OnAirWire

/// The test kit's RTMP server on a real socket and a thread of its own, for one connection.
public final class LoopbackServer: Sendable {
    /// What it does with what arrives.
    public enum Manner: Sendable {
        /// Serves until the client ends.
        case serving
        /// Reads and never says a word.
        case silent
        /// Serves, then reads no more after so many bytes.
        case deafAfter(bytes: Int)
        /// Serves, then cuts the connection after so many bytes.
        case resettingAfter(bytes: Int)
    }

    private struct Seen {
        var media: [RTMPMessage] = []
        var commands: [String] = []
        var fault: RTMPProtocolFault?
        var isOver = false
        var isReleased = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    public let port: UInt16
    private let seen = Lock(Seen())

    /// A server that waits for its connection. Nil where no port can be had.
    ///
    /// - Parameters:
    ///   - manner: what it does with what arrives.
    ///   - onMessage: called on the server's thread with each message, once its last byte was read.
    public init?(_ manner: Manner = .serving, onMessage: @escaping @Sendable (RTMPMessage) -> Void = { _ in }) {
        guard let listener = LoopbackListener(receiveBuffer: 64 << 10) else { return nil }
        port = listener.port
        let box = TransferBox(listener)
        SerialThread.start(name: "test-server") { [self] in
            if let listener = box.take() { serve(listener, manner, onMessage) }
        }
    }

    /// Lets a deaf server end.
    public func release() { seen.withLock { $0.isReleased = true } }

    /// Returns once the connection is over on this side too.
    public func waitUntilOver() async {
        await withCheckedContinuation { continuation in
            let isOver = seen.withLock { seen in
                if !seen.isOver { seen.waiters.append(continuation) }
                return seen.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// What the client sent of its program.
    public var media: [RTMPMessage] { seen.withLock { $0.media } }
    /// Names of the client's commands.
    public var commands: [String] { seen.withLock { $0.commands } }
    /// What was wrong with the client's bytes.
    public var fault: RTMPProtocolFault? { seen.withLock { $0.fault } }

    private func serve(_ listener: LoopbackListener, _ manner: Manner, _ onMessage: (RTMPMessage) -> Void) {
        let connection = listener.accept()
        var machine = RTMPServerMachine()
        var buffer = [UInt8](repeating: 0, count: 16384)
        var total = 0
        var told = 0
        reading: while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            total += count
            switch manner {
            case .serving: break
            case .silent: continue reading
            case .deafAfter(let limit):
                guard total > limit else { break }
                while !seen.withLock({ $0.isReleased }) { poll(nil, 0, 5) }
                break reading
            case .resettingAfter(let limit):
                guard total > limit else { break }
                listener.reset(connection)
                break reading
            }
            buffer.withUnsafeBytes { machine.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            for message in machine.messages[told...] { onMessage(message) }
            told = machine.messages.count
            let answer = machine.output.withReadableBytes { [UInt8]($0) }
            machine.output.consume(answer.count)
            var rest = answer[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { break reading }
                rest = rest.dropFirst(sent)
            }
        }
        let (media, commands, fault) = (machine.media, machine.commands.map(\.name.text), machine.fault)
        let waiters = seen.withLock { seen in
            seen.media = media
            seen.commands = commands
            seen.fault = fault
            seen.isOver = true
            defer { seen.waiters = [] }
            return seen.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
