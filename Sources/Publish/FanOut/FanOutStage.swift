import OnAirMedia

/// Takes the packets of both encoders, brings them into order, and hands each to every destination.
///
/// The input's capacity is its bound: encoders that find it full must count what they lose. When the input ends,
/// everything held leaves and all attached queues are closed.
public final class FanOutStage: Stage {
    public let name = "fan-out"
    private let input: BoundedQueue<EncodedPacket>
    private let tap: PacketTap
    private var interleaver: Interleaver

    /// A stage that reads `input`, whose consumer must be this stage's signal, and feeds `tap`.
    public init(input: BoundedQueue<EncodedPacket>, tap: PacketTap, format: ProgramFormat) {
        self.input = input
        self.tap = tap
        interleaver = Interleaver(format: format)
    }

    public func step(now: HostTime) -> StageWait {
        while let packet = input.pop() {
            interleaver.push(packet, now: now)
            handOut(now: now)
        }
        if input.isFinished {
            interleaver.end()
            handOut(now: now)
            tap.close()
            return .finished
        }
        handOut(now: now)
        return .event(until: interleaver.deadline)
    }

    private func handOut(now: HostTime) {
        while let packet = interleaver.next(now: now) { tap.push(packet) }
    }
}
