import OnAirMedia

/// Something asked for, from any thread.
final class Flag: Sendable {
    private let isUp = Lock(false)

    func raise() { isUp.withLock { $0 = true } }

    /// Whether it was up; it is down then.
    func lower() -> Bool {
        isUp.withLock { isUp in
            defer { isUp = false }
            return isUp
        }
    }
}
