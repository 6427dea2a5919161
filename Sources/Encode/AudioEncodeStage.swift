import OnAirFFmpeg
import OnAirMedia

/// Encodes the program's sound, one block of 1024 samples per step.
///
/// Input: bounded; whoever pushes counts what finds no room. Output: bounded; a packet that finds no room is counted as
/// `dropped`. Ends when its input has ended, or when the encoder fails, which the meter tells.
public final class AudioEncodeStage: Stage {
    public let name = "audio encoder"

    private let encoder: AACEncoder
    private let input: BoundedQueue<ProgramSound>
    private let output: BoundedQueue<EncodedPacket>
    private let packets: PacketPool
    private let ledger: DropLedger
    private let meter: EncodeMeter
    private let clock: any HostClock

    /// - Parameters:
    ///   - encoder: opened before; its `trackFormat` is already known.
    ///   - input: blocks of `AACEncoder.blockSize` samples in the encoder's format; wakes this stage.
    ///   - output: receives the packets, and is closed at the end.
    ///   - packets: where the packets' memory comes from.
    ///   - ledger: counts `dropped` packets and `corrupt` blocks (unfit for the encoder).
    ///   - meter: receives the statistics.
    ///   - clock: measures how long a block takes.
    public init(
        encoder: sending AACEncoder, input: BoundedQueue<ProgramSound>, output: BoundedQueue<EncodedPacket>,
        packets: PacketPool, ledger: DropLedger, meter: EncodeMeter, clock: any HostClock
    ) {
        let bitrate = encoder.bitrate
        meter.update { $0.bitrate = bitrate }
        self.encoder = encoder
        self.input = input
        self.output = output
        self.packets = packets
        self.ledger = ledger
        self.meter = meter
        self.clock = clock
    }

    public func step(now: HostTime) -> StageWait {
        guard let sound = input.pop() else { return input.isFinished ? finish() : .wake }
        let start = clock.now
        do {
            try encoder.encode(sound, packets: packets) { give($0) }
        } catch  where error.kind == .mismatch {
            ledger.add(.corrupt)
            return .again
        } catch {
            return fail(error)
        }
        let duration = clock.now.nanoseconds(since: start)
        meter.update { $0.add(encodeNanoseconds: duration) }
        return .again
    }

    private func give(_ packet: EncodedPacket) {
        meter.update { $0.add(packet) }
        if !output.push(packet) { ledger.add(.dropped) }
    }

    private func finish() -> StageWait {
        do {
            try encoder.flush(packets: packets) { give($0) }
        } catch {
            return fail(error)
        }
        output.close()
        return .finished
    }

    private func fail(_ error: FFmpegError) -> StageWait {
        meter.update { $0.failure = error }
        output.close()
        return .finished
    }
}
