import OnAirMedia

/// An output's samples for one reader, from when it was made on.
///
/// Bounded: of pictures the newest waits, of sound two seconds. What a reader is too slow for is counted in `losses`.
/// Ends when the output is let go or the reading task is cancelled; a session that stops and starts again goes on in it.
public struct CaptureSampleBuffers: AsyncSequence, Sendable {
    public typealias Element = SampleBuffer

    private let subscription: Subscription

    /// What this reader lost, by reason: `late` pictures, `overrun` sound, `poolEmpty` where it, or anybody else, holds
    /// too many pictures, `corrupt` where the device gave broken ones.
    public var losses: DropLedger { subscription.subscriber.losses }

    init(_ subscriber: SampleSubscriber, hub: SampleSubscribers, prepare: @escaping Preparing) {
        subscription = Subscription(subscriber, hub: hub, prepare: prepare)
    }

    /// Makes of a sample what the reader gets; nil where it is lost, which it counts.
    typealias Preparing = @Sendable (SampleBuffer, CaptureConnection?, DropLedger) async -> SampleBuffer?

    /// For one reader: two that read at a time share the samples, and one of them may get none.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Reads the samples in order.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: Subscription

        /// The next sample; nil at the end.
        public mutating func next() async -> SampleBuffer? {
            let subscription = subscription
            return await withTaskCancellationHandler {
                while let item = await subscription.subscriber.next() {
                    if let ready = await subscription.prepare(
                        item.sample, item.connection, subscription.subscriber.losses)
                    {
                        return ready
                    }
                }
                return nil
            } onCancel: {
                subscription.subscriber.finish()
            }
        }
    }

    /// Takes the subscriber off the output when nobody reads any more.
    fileprivate final class Subscription: Sendable {
        let subscriber: SampleSubscriber
        let prepare: Preparing
        private weak let hub: SampleSubscribers?

        init(_ subscriber: SampleSubscriber, hub: SampleSubscribers, prepare: @escaping Preparing) {
            (self.subscriber, self.hub, self.prepare) = (subscriber, hub, prepare)
        }

        deinit { hub?.remove(subscriber) }
    }
}
