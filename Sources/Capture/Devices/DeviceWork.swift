import Dispatch
import OnAirMedia

/// Runs one piece of work with a device, such as asking a webcam for its settings, on a thread that may wait: a USB
/// device answers in a millisecond, or after a time limit of seconds, and the cooperative pool must not wait with it.
enum DeviceWork {
    private static let queue = DispatchQueue(label: "onair.device-work", qos: .userInitiated, attributes: .concurrent)

    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(CaptureError) -> Value
    ) async throws(CaptureError) -> Value {
        let result: Result<Value, CaptureError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(CaptureError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
