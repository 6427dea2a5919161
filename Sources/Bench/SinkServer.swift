import OnAirMedia
import OnAirTestKit
import OnAirWire

/// An RTMP server on loopback that takes one stream and notes when its video arrived. It runs in the benchmark's own
/// process, so that its cost is nobody else's.
struct SinkServer {
    /// What one publisher delivered.
    struct Delivery {
        /// When the last byte of the first IDR picture was read, on the monotonic clock.
        var firstKeyframe: HostTime?
        /// Video messages with pictures.
        var pictures = 0
    }

    private final class Notes: Sendable {
        let delivery = Lock(Delivery())
        let (counts, counted) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    }

    private let server: LoopbackServer
    private let notes: Notes

    init() throws {
        let notes = Notes()
        self.notes = notes
        let opened = LoopbackServer { message in
            // FLV 10.1, E.4.3.1: frame type in the high nibble; AVC packet type 1 is a picture.
            guard message.type == .video, message.payload.count > 5, message.payload[1] == 1 else { return }
            let isKeyframe = message.payload[0] >> 4 == 1
            let now = MonotonicClock().now
            notes.delivery.withLock { delivery in
                delivery.pictures += 1
                if isKeyframe, delivery.firstKeyframe == nil { delivery.firstKeyframe = now }
                notes.counted.yield(delivery.pictures)
            }
        }
        guard let opened else { throw BenchError("no loopback port could be opened") }
        server = opened
    }

    /// The address to publish to.
    var address: String { "rtmp://127.0.0.1:\(server.port)/live/bench" }

    /// Waits for that many pictures, or for `giveUp`.
    func wait(forPictures count: Int) async {
        for await arrived in notes.counts where arrived >= count { return }
    }

    /// Ends a wait for pictures that will not come.
    func giveUp() { notes.counted.finish() }

    /// What has arrived so far.
    var delivery: Delivery { notes.delivery.withLock { $0 } }

    /// What arrived, once the publisher has closed.
    func finish() async -> Delivery {
        await server.waitUntilOver()
        return notes.delivery.withLock { $0 }
    }
}
