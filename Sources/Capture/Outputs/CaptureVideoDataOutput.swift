import Dispatch
import OnAirMedia

/// Hands a session's pictures to the app: to a delegate on its queue, to any number of asynchronous readers, or both.
///
/// Pictures stand as the connection's `videoOrientation` and `isVideoMirrored` ask for, and upright where the device
/// stores them on their side. One that is right as it is passes as the device gave it, in its own pixel format and
/// without a copy; others are converted to I420, on the delegate's queue, never on the device's thread.
public final class CaptureVideoDataOutput: CaptureOutput {
    /// In which pixel format pictures are handed over.
    public enum PixelChoice: String, CaseIterable, Hashable, Sendable {
        /// As the device gives them; turned ones in I420.
        case native
        /// All of them in I420, in their own colour.
        case i420
    }

    public let port: CaptureOutputPort

    /// What the delegate lost, by reason: `late`; `poolEmpty` where it, or anybody else, keeps too many pictures, or too
    /// many wait; `corrupt` where the camera gave broken ones.
    public let losses = DropLedger()

    private let delivery: SampleDelivery
    private let subscribers = SampleSubscribers()
    private let choice = PictureDressing.Choice()
    /// Where pictures for asynchronous readers are converted: the work is too long for the threads that tasks share.
    private let conversions = DispatchQueue(label: "onair.video-data-output")

    /// Pictures that wait for a delegate that wants late ones too: few, because a camera has not many.
    private static let lateCapacity = 4

    public init() {
        let (dressing, subscribers) = (PictureDressing(choice), subscribers)
        let delivery = SampleDelivery(.newest, losses: losses) { dressing.ready($0, from: $1) }
        self.delivery = delivery
        port = CaptureOutputPort(
            .pictures { picture, connection in
                delivery.take(.picture(picture), from: connection)
                subscribers.take(.picture(picture), from: connection)
            }, delivery, subscribers)
    }

    /// From now on `delegate` gets the pictures on `queue`, of whatever kind it is, or with nil on one
    /// of the output's own; nil for nobody. Held weakly.
    public func setSampleBufferDelegate(_ delegate: (any CaptureDataOutputDelegate)?, queue: DispatchQueue?) {
        delivery.set(delegate, queue: queue)
    }

    /// Who gets the pictures.
    public var sampleBufferDelegate: (any CaptureDataOutputDelegate)? { delivery.delegate }

    /// Where the delegate is called; nil while there is none.
    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether a picture that waits for the delegate gives way to a newer one, and is told as `late`. Default true. If
    /// false up to four wait, and one that comes then is told as `outOfBuffers`.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { delivery.limit == .newest }
        set { delivery.limit = newValue ? .newest : .count(Self.lateCapacity) }
    }

    /// In which pixel format pictures are handed over, from the next one on. Default `native`.
    public var pixels: PixelChoice {
        get { choice.value }
        set { choice.value = newValue }
    }

    /// Pictures for one more reader, from now on. Only the newest waits for it.
    ///
    /// A reader that keeps pictures keeps the camera's memory: it has 16 or so, and with all of them held nobody gets any.
    /// Copy what is to be kept.
    public func sampleBuffers() -> CaptureSampleBuffers {
        let (subscriber, dressing, conversions) = (SampleSubscriber(.newest), PictureDressing(choice), conversions)
        subscribers.add(subscriber)
        return CaptureSampleBuffers(subscriber, hub: subscribers) { sample, connection, losses in
            guard dressing.hasWork(on: sample, from: connection) else {
                return try? dressing.ready(sample, from: connection).get()
            }
            let handover = Handover()
            await withCheckedContinuation { continuation in
                conversions.async {
                    switch dressing.ready(sample, from: connection) {
                    case .success(let ready): handover.sample.withLock { $0 = ready }
                    case .failure(let loss): losses.add(loss.reason.ledgerReason)
                    }
                    continuation.resume()
                }
            }
            return handover.sample.withLock { $0 }
        }
    }

    /// A converted picture on its way from the queue to its reader; nil where there is none.
    ///
    /// Under a lock although the continuation orders both, because the thread sanitizer cannot see into that.
    private final class Handover: Sendable {
        let sample = Lock<SampleBuffer?>(nil)
    }
}
