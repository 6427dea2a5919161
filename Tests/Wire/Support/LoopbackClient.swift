import Foundation
import OnAirMedia
import OnAirWire

/// A blocking socket that drives a publisher machine against another program on loopback; as thin as can be.
struct LoopbackClient {
    private let socket: Int32
    private let clock = MonotonicClock()

    /// A port that was free a moment ago.
    static func freePort() throws -> UInt16 {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw Program.Failure(description: "no free port") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Connects, trying again until the program listens or `seconds` have passed.
    init(port: UInt16, seconds: Int = 20) throws {
        let deadline = clock.now.advanced(byMilliseconds: Int64(seconds) * 1000)
        while clock.now < deadline {
            let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.loopback(port: port)
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result == 0 {
                socket = descriptor
                return
            }
            Glibc.close(descriptor)
            poll(nil, 0, 20)
        }
        throw Program.Failure(description: "nobody listens on port \(port)")
    }

    func close() { Glibc.close(socket) }

    /// Sends everything the machine has to say.
    func flush(_ machine: inout RTMPPublisherMachine) throws {
        while machine.output.count > 0 {
            let sent = machine.output.withReadableBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw Program.Failure(description: "the server closed while we sent") }
            machine.output.consume(sent)
        }
    }

    /// Hands the machine what arrives within `milliseconds`; nil where nothing did.
    func receive(
        _ machine: inout RTMPPublisherMachine, within milliseconds: Int32
    ) throws -> RTMPPublisherMachine.ReceiveResult? {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count > 0 else { throw Program.Failure(description: "the server closed") }
        return bytes.prefix(count).withUnsafeBytes { machine.received($0, now: clock.now) }
    }

    /// Starts the machine and goes on until the server takes the stream.
    func startPublishing(_ machine: inout RTMPPublisherMachine) throws {
        machine.start(now: clock.now)
        try flush(&machine)
        while machine.step != .publishing {
            guard let result = try receive(&machine, within: 10_000) else {
                throw Program.Failure(description: "silence in step \(machine.step.map(\.rawValue) ?? "ended")")
            }
            if case .failed(let error) = result { throw error }
            try flush(&machine)
        }
    }

    /// Says good-bye, waits until the server has closed too or 5 s have passed, closes.
    func finish(_ machine: inout RTMPPublisherMachine) throws {
        _ = machine.close(now: clock.now)
        try flush(&machine)
        shutdown(socket, Int32(SHUT_WR))
        while (try? receive(&machine, within: 5000)) ?? nil != nil {}
        close()
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
