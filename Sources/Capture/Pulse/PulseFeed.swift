import OnAirMedia
import OnAirPulse

/// Between libpulse's thread, which fills it, and the stage, which empties it.
final class PulseFeed: Sendable {
    /// Blocks of 10 ms that may wait: 5 s, more than a stage that still runs is ever late, and than a source gathers.
    private static let capacity = 500

    private struct State: ~Copyable {
        /// Made with the first piece of sound, which says what it is.
        var assembler: SoundAssembler?
        var stop: StopRequest?
        var overrun: Int64 = 0
        var error: PulseError?
    }

    /// Finished blocks, oldest first.
    let blocks = BoundedQueue<SoundBlock>(capacity: PulseFeed.capacity)
    private let state = Lock(State())

    /// What went wrong; nil while sound comes.
    var error: PulseError? { state.withLock { $0.error } }

    /// What was lost so far.
    var losses: SoundAssembler.Losses {
        state.withLock { state in
            var losses = state.assembler?.losses ?? SoundAssembler.Losses()
            losses.overrun = state.overrun
            return losses
        }
    }

    /// From here on blocks are wanted, and `stop`'s stage is woken for them.
    func begin(_ stop: StopRequest) {
        state.withLock { $0.stop = stop }
        stop.wake()
    }

    /// Takes a piece of sound; called on libpulse's thread.
    func take(_ format: PulseRecorder.Format, _ fragment: PulseFragment) {
        let blocks = blocks
        let stop = state.withLock { state in
            var assembler =
                state.assembler.take()
                ?? SoundAssembler(
                    format: SoundFormat(sampleRate: format.sampleRate, channels: format.channels),
                    // What waits here, and what the queues and stages behind hold.
                    poolCapacity: 2 * Self.capacity)
            if state.stop != nil { assembler.begin() }
            var lost: Int64 = 0
            assembler.append(
                fragment.samples, frameCount: fragment.frameCount, arrivedCount: fragment.arrivedCount,
                arrival: fragment.arrival, sourceLatency: fragment.sourceLatency, gathering: fragment.gathering
            ) { block in
                if state.stop == nil {
                    // Gathered for whoever is about to begin; nobody has missed what is too old by then.
                    _ = blocks.pushDroppingOldest(block)
                } else if !blocks.push(block) {
                    lost += 1
                }
            }
            state.overrun += lost
            state.assembler = consume assembler
            return state.stop
        }
        stop?.wake()
    }

    /// Notes the first thing that goes wrong; called on libpulse's thread.
    func fail(_ error: PulseError) {
        let stop = state.withLock { state in
            if state.error == nil { state.error = error }
            return state.stop
        }
        stop?.wake()
    }
}
