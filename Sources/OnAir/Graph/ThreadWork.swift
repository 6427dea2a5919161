import OnAirMedia

/// Runs one piece of blocking work (opening a device, a file, an encoder) on a thread of its own, so that the
/// cooperative pool never waits for a driver.
enum ThreadWork {
    static func run<Value>(
        name: String, _ body: @escaping @Sendable () throws(BroadcastError) -> sending Value
    ) async throws(BroadcastError) -> sending Value {
        let box: Result<TransferBox<Value>, BroadcastError> = await withCheckedContinuation { continuation in
            SerialThread.start(name: name) {
                do throws(BroadcastError) {
                    continuation.resume(returning: .success(TransferBox(try body())))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        guard let value = try box.get().take() else {
            throw BroadcastError(code: .cancelled, message: "\(name) gave no result.")
        }
        return value
    }
}
