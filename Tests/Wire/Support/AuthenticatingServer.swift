import Foundation
import OnAirMedia
import OnAirTestKit
import OnAirWire

/// The test kit's server on loopback for one client after another, until `stop`.
final class AuthenticatingServer: Sendable {
    /// What one connection brought.
    struct Connection: Sendable {
        var commands: [String]
        var app: String
        var media: Int
    }

    let port: UInt16
    private let script: RTMPServerScript
    private let state = Lock((connections: [Connection](), isStopping: false))
    private let over = DispatchSemaphore(value: 0)

    init(_ script: RTMPServerScript) throws {
        guard let listener = LoopbackListener() else { throw Program.Failure(description: "no free port") }
        port = listener.port
        self.script = script
        let box = TransferBox(listener)
        SerialThread.start(name: "test-server") { [self] in
            if let listener = box.take() {
                while serve(listener.accept()) {}
            }
            over.signal()
        }
    }

    /// Ends it and gives what the connections so far brought.
    func stop() throws -> [Connection] {
        state.withLock { $0.isStopping = true }
        // Only a connection wakes it.
        try LoopbackClient(port: port).close()
        over.wait()
        return state.withLock { $0.connections }
    }

    /// Serves one connection to its end; false when there are to be no more.
    private func serve(_ connection: Int32) -> Bool {
        guard !state.withLock({ $0.isStopping }) else { return false }
        var machine = RTMPServerMachine(script: script)
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            buffer.withUnsafeBytes { machine.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            let answer = machine.output.bytes
            machine.output.consume(answer.count)
            var sent = 0
            while sent < answer.count {
                let more = answer[sent...].withUnsafeBytes {
                    Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
            // As real servers do after a refusal.
            if machine.hasRefused { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        let connect = machine.commands.first { $0.name == "connect" }
        let seen = Connection(
            commands: machine.commands.map(\.name.text), app: connect?.values.first?["app"]?.string?.text ?? "",
            media: machine.media.count)
        state.withLock { $0.connections.append(seen) }
        return true
    }
}
