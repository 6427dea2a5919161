import CPulse
import OnAirMedia

/// Sound of one source, while it is held. On a connection of its own, so that nothing else delays it.
///
/// Letting go of it stops the sound and ends the thread, whatever the server does; not on that thread, so what it calls
/// must not hold it.
///
/// Unchecked because the handle never changes and is only used holding the loop's lock.
public final class PulseRecorder: @unchecked Sendable {
    /// What is asked for; the server converts where the source has something else.
    public struct Format: Hashable, Sendable {
        /// Samples per second, 8000…192000.
        public let sampleRate: Int
        /// 1 or 2.
        public let channels: Int

        /// - Parameters:
        ///   - source: gives its own rate where that is 8…192 kHz, else 48 kHz; and its own channels where they are one
        ///     or two.
        ///   - channels: how many to ask for where the source has more; default 2.
        public init(of source: PulseSource, channels: Int? = nil) {
            sampleRate = (8_000...192_000).contains(source.sampleRate) ? source.sampleRate : 48_000
            self.channels = source.channels <= 2 ? max(1, source.channels) : min(max(channels ?? 2, 1), 2)
        }
    }

    /// What C callbacks are given. Outlives the thread that calls them.
    private final class Listener: Sendable {
        let loop: PulseLoop
        let bytesPerFrame: Int
        let sourceName: String
        let fixedLatency: MediaTime
        let take: @Sendable (PulseFragment) -> Void
        let ended: @Sendable (PulseError) -> Void

        init(
            _ loop: PulseLoop, bytesPerFrame: Int, source: PulseSource,
            take: @escaping @Sendable (PulseFragment) -> Void,
            ended: @escaping @Sendable (PulseError) -> Void
        ) {
            (self.loop, self.bytesPerFrame) = (loop, bytesPerFrame)
            (sourceName, fixedLatency) = (source.name, source.fixedLatency)
            (self.take, self.ended) = (take, ended)
        }

        static func at(_ pointer: UnsafeMutableRawPointer?) -> Listener? {
            pointer.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
        }

        func lost() {
            ended(
                PulseError(
                    .lost, "The sound server has no source \(sourceName) any more.",
                    advice: "Plug it in again, or restart the sound server."))
        }
    }

    /// What the server gives.
    public let format: Format
    private let connection: PulseConnection
    private let stream: OpaquePointer
    private let listener: Listener

    /// Opens a source and lets its sound flow.
    ///
    /// - Parameters:
    ///   - address: the server; nil for the one libpulse finds.
    ///   - name: the source's.
    ///   - channels: how many to ask for where the source has more than two.
    ///   - fragment: how much sound the server is asked to gather before it sends it; default 10 ms.
    ///   - patience: how long all of this may take.
    ///   - ended: called once or more from libpulse's thread when the source or the server is gone.
    ///   - take: called from that thread with each piece of sound; must not wait.
    /// - Throws: `PulseError` of any kind but `lost`.
    public init(
        address: String? = nil, source name: String, channels: Int? = nil, fragment: MediaTime = .milliseconds(10),
        patience: MediaTime = PulseServer.patience, ended: @escaping @Sendable (PulseError) -> Void,
        take: @escaping @Sendable (_ format: Format, _ fragment: PulseFragment) -> Void
    ) throws(PulseError) {
        let deadline = MonotonicClock().now.advanced(by: patience)
        let removals = Removals(name: name, ended: ended)
        let connection = try PulseConnection(address: address, deadline: deadline) { removals.received($0) }
        let source = try connection.source(named: name, until: deadline)
        let format = Format(of: source, channels: channels)
        // On PipeWire a stream outlives its source, and is silent then: its removal is what tells.
        removals.watch(source.index)
        let listener = Listener(
            connection.loop, bytesPerFrame: 4 * format.channels, source: source, take: { take(format, $0) },
            ended: ended)
        let stream = try Self.makeStream(connection, format: format, source: source)
        (self.connection, self.format, self.listener, self.stream) = (connection, format, listener, stream)
        try start(name: name, fragment: fragment, deadline: deadline)
    }

    deinit {
        connection.loop.lock()
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
        connection.loop.unlock()
    }

    private static func makeStream(
        _ connection: PulseConnection, format: Format, source: PulseSource
    ) throws(PulseError) -> OpaquePointer {
        var spec = pa_sample_spec(
            format: onair_pulse_float, rate: UInt32(format.sampleRate), channels: UInt8(format.channels))
        var map = pa_channel_map()
        if format.channels == 1 { pa_channel_map_init_mono(&map) } else { pa_channel_map_init_stereo(&map) }
        if source.channels == format.channels, source.channelPositions.count == format.channels {
            // The source's own places, whatever they are: the server is to mix nothing.
            map.map.0 = pa_channel_position_t(rawValue: source.channelPositions[0])
            if format.channels == 2 { map.map.1 = pa_channel_position_t(rawValue: source.channelPositions[1]) }
        }
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "production")
        return try connection.withContext { context throws(PulseError) in
            guard let stream = pa_stream_new_with_proplist(context, "OnAir microphone", &spec, &map, properties) else {
                throw connection.failure()
            }
            return stream
        }
    }

    private func start(name: String, fragment: MediaTime, deadline: HostTime) throws(PulseError) {
        let pointer = Unmanaged.passUnretained(listener).toOpaque()
        let bytes =
            UInt32(max(1, fragment.value(inTimescale: Int64(format.sampleRate)))) * UInt32(listener.bytesPerFrame)
        var buffering = pa_buffer_attr(
            maxlength: onair_pulse_unset, tlength: onair_pulse_unset, prebuf: onair_pulse_unset,
            minreq: onair_pulse_unset, fragsize: bytes)
        try connection.withContext { context throws(PulseError) in
            pa_stream_set_state_callback(
                stream,
                { stream, pointer in
                    guard let stream, let listener = Listener.at(pointer) else { return }
                    listener.loop.signal()
                    let state = pa_stream_get_state(stream)
                    if state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED { listener.lost() }
                }, pointer)
            pa_stream_set_read_callback(
                stream,
                { stream, _, pointer in
                    if let stream, let listener = Listener.at(pointer) { PulseRecorder.drain(stream, listener) }
                }, pointer)
            pa_stream_set_moved_callback(
                stream,
                { stream, pointer in
                    guard let stream, let listener = Listener.at(pointer) else { return }
                    let device = pa_stream_get_device_name(stream).map { String(cString: $0) }
                    // Asked to stay, and moved all the same: what comes now is another microphone's.
                    if device != listener.sourceName { listener.lost() }
                }, pointer)
            guard pa_stream_connect_record(stream, name, &buffering, onair_pulse_record_flags) >= 0 else {
                throw connection.failure()
            }
            let isAnswered = connection.loop.wait(context, until: deadline) {
                pa_stream_get_state(stream) != PA_STREAM_CREATING
                    || !PA_CONTEXT_IS_GOOD(pa_context_get_state(context)).isTrue
            }
            guard isAnswered else { throw PulseConnection.timedOut }
            guard pa_stream_get_state(stream) == PA_STREAM_READY else { throw connection.failure() }
        }
    }

    /// Takes all that is there.
    private static func drain(_ stream: OpaquePointer, _ listener: Listener) {
        let now = MonotonicClock().now
        let latency = pa_stream_get_timing_info(stream).map {
            MediaTime.nanoseconds(Int64(min($0.pointee.source_usec, PulseSource.longestLatency)) * 1000)
        }
        while true {
            let readable = pa_stream_readable_size(stream)
            var data: UnsafeRawPointer?
            var count = 0
            guard readable > 0, readable != Int.max, pa_stream_peek(stream, &data, &count) >= 0, count > 0 else {
                return
            }
            listener.take(
                PulseFragment(
                    samples: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count),
                    frameCount: count / listener.bytesPerFrame, arrivedCount: readable / listener.bytesPerFrame,
                    arrival: now, sourceLatency: latency, gathering: listener.fixedLatency))
            pa_stream_drop(stream)
        }
    }

    /// Notices that the source or the server has gone.
    private final class Removals: Sendable {
        private let name: String
        private let ended: @Sendable (PulseError) -> Void
        private let index = Lock<UInt32?>(nil)

        init(name: String, ended: @escaping @Sendable (PulseError) -> Void) { (self.name, self.ended) = (name, ended) }

        func watch(_ index: UInt32) { self.index.withLock { $0 = index } }

        func received(_ event: PulseConnection.Event) {
            switch event {
            case .removed(let gone) where gone == index.withLock { $0 }:
                ended(
                    PulseError(
                        .lost, "The sound server has no source \(name) any more.",
                        advice: "Plug it in again, or choose another one."))
            case .ended:
                ended(
                    PulseError(
                        .lost, "The sound server has gone away while \(name) was recorded.",
                        advice: "Start PulseAudio or PipeWire again."))
            case .removed, .added, .serverChanged: break
            }
        }
    }
}
