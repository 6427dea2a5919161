import Dispatch
import OnAirMedia

/// Hands a session's sound to the app: to a delegate on its queue, to any number of asynchronous readers, or both.
///
/// Sound is never dropped in silence: two seconds of it wait, and what finds no room then is told and counted.
public final class CaptureAudioDataOutput: CaptureOutput {
    public let port: CaptureOutputPort

    /// What the delegate lost, in blocks: `overrun`; `poolEmpty` and `corrupt` where the microphone lost them.
    public let losses = DropLedger()

    private let delivery: SampleDelivery
    private let subscribers = SampleSubscribers()

    /// How much sound waits for each reader.
    public static let patience = MediaTime.milliseconds(2000)

    public init() {
        let subscribers = subscribers
        let delivery = SampleDelivery(.duration(Self.patience), losses: losses) { sample, _ in .success(sample) }
        self.delivery = delivery
        port = CaptureOutputPort(
            .sound { block, connection in
                delivery.take(.sound(block), from: connection)
                subscribers.take(.sound(block), from: connection)
            }, delivery, subscribers)
    }

    /// From now on `delegate` gets the sound on `queue`, of whatever kind it is, or with nil on one
    /// of the output's own; nil for nobody. Held weakly.
    public func setSampleBufferDelegate(_ delegate: (any CaptureDataOutputDelegate)?, queue: DispatchQueue?) {
        delivery.set(delegate, queue: queue)
    }

    /// Who gets the sound.
    public var sampleBufferDelegate: (any CaptureDataOutputDelegate)? { delivery.delegate }

    /// Where the delegate is called; nil while there is none.
    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// Sound for one more reader, from now on. Two seconds wait for it.
    public func sampleBuffers() -> CaptureSampleBuffers {
        let subscriber = SampleSubscriber(.duration(Self.patience))
        subscribers.add(subscriber)
        return CaptureSampleBuffers(subscriber, hub: subscribers) { sample, _, _ in sample }
    }
}
