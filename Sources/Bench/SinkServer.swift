import Glibc
import OnAirMedia
import OnAirTestKit
import OnAirWire

/// An RTMP server on loopback that takes one stream and notes when its video arrived. It runs in the benchmark's own
/// process, so that its cost is nobody else's.
final class SinkServer: Sendable {
    /// What one publisher delivered.
    struct Delivery {
        /// When the last byte of the first IDR picture was read, on the monotonic clock.
        var firstKeyframe: HostTime?
        /// Video messages with pictures.
        var pictures = 0
        /// All bytes.
        var bytes: UInt64 = 0
    }

    let port: UInt16
    private let listener: Int32
    private let delivery = Lock(Delivery())
    private let isOver = Lock(false)

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard bound else { throw BenchError("no loopback port could be opened") }
        port = UInt16(bigEndian: address.sin_port)
        SerialThread.start(name: "bench-sink") { [self] in serve() }
    }

    /// The address to publish to.
    var address: String { "rtmp://127.0.0.1:\(port)/live/bench" }

    /// What arrived, once the publisher has closed.
    func finish() -> Delivery {
        while !isOver.withLock({ $0 }) { usleep(1000) }  // the end of a measurement; nothing is being measured any more
        return delivery.withLock { $0 }
    }

    private func serve() {
        let connection = accept(listener, nil, nil)
        defer {
            close(connection)
            close(listener)
            isOver.withLock { $0 = true }
        }
        let clock = MonotonicClock()
        var machine = RTMPServerMachine()
        var seen = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { machine.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            let now = clock.now
            for message in machine.messages[seen...] where message.type == .video && message.payload.count > 5 {
                // FLV 10.1, E.4.3.1: frame type in the high nibble, AVC packet type 1 is a picture.
                guard message.payload[1] == 1 else { continue }
                let isKeyframe = message.payload[0] >> 4 == 1
                delivery.withLock { delivery in
                    delivery.pictures += 1
                    if isKeyframe, delivery.firstKeyframe == nil { delivery.firstKeyframe = now }
                }
            }
            seen = machine.messages.count
            delivery.withLock { $0.bytes += UInt64(count) }
            while !machine.output.isEmpty {
                let written = machine.output.withReadableBytes { write(connection, $0.baseAddress, $0.count) }
                guard written > 0 else { return }
                machine.output.consume(written)
            }
        }
    }
}
