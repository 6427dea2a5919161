import Dispatch
import OnAirCapture
import OnAirMedia
import Synchronization

/// Writes down what it is given. Can be held inside a call.
final class RecordingDelegate: CaptureDataOutputDelegate {
    /// One call: a sample's capture time, or a loss.
    enum Call: Equatable {
        case video(HostTime, PictureSize)
        case audio(HostTime)
        case drop(CaptureDrop.Reason, count: Int, first: HostTime)
    }

    private let list = Lock<[Call]>([])
    private let pictures = Lock<[Picture]>([])
    private let inside = Atomic(0)
    private let overlaps = Atomic(0)
    private let returned = Atomic(0)
    private let called = DispatchSemaphore(value: 0)
    private let gate: DispatchSemaphore?
    private let keepsPictures: Bool
    private let isSlow: Bool

    /// - Parameters:
    ///   - isHeld: whether each call waits for a `release`.
    ///   - isSlow: whether each call takes some 50 µs, so that two at a time would meet.
    init(isHeld: Bool = false, keepsPictures: Bool = false, isSlow: Bool = false) {
        self.isSlow = isSlow
        gate = isHeld ? DispatchSemaphore(value: 0) : nil
        self.keepsPictures = keepsPictures
    }

    var calls: [Call] { list.withLock { $0 } }
    var kept: [Picture] { pictures.withLock { $0 } }
    /// Calls that came while another one ran.
    var overlapping: Int { overlaps.load(ordering: .relaxed) }
    /// Calls that have returned.
    var returns: Int { returned.load(ordering: .sequentiallyConsistent) }

    func captureOutput(
        _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
    ) {
        // One delegate tells video from sound by the connection.
        if connection === output.connection(for: .video), let picture = sampleBuffer.picture {
            if keepsPictures { pictures.withLock { $0.append(picture) } }
            note(.video(picture.captureTime, picture.format.size))
        } else if connection.mediaType == .audio, let sound = sampleBuffer.sound {
            note(.audio(sound.captureTime))
        }
    }

    func captureOutput(_ output: any CaptureOutput, didDrop drop: CaptureDrop, from connection: CaptureConnection) {
        note(.drop(drop.reason, count: drop.count, first: drop.captureTime))
    }

    private func note(_ call: Call) {
        if inside.add(1, ordering: .sequentiallyConsistent).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
        list.withLock { $0.append(call) }
        called.signal()
        gate?.wait()
        if isSlow {
            let end = MonotonicClock().now.advanced(byNanoseconds: 50_000)
            while MonotonicClock().now < end {}
        }
        inside.subtract(1, ordering: .sequentiallyConsistent)
        returned.add(1, ordering: .sequentiallyConsistent)
    }

    /// Lets go of the pictures it keeps.
    func letGo() { pictures.withLock { $0 = [] } }

    /// Lets `count` held calls return.
    func release(_ count: Int = 1) { for _ in 0..<count { gate?.signal() } }

    /// Waits until `count` more calls have begun; false after ten seconds.
    func waitForCalls(_ count: Int) -> Bool {
        (0..<count).allSatisfy { _ in called.wait(timeout: .now() + 10) == .success }
    }
}
