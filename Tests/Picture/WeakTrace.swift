import OnAirMedia

/// Objects that should be gone at the end.
final class WeakTrace: Sendable {
    private struct Weak { weak var object: AnyObject? }
    private let held: Lock<[Weak]> = Lock([])

    func add(_ object: AnyObject & Sendable) { held.withLock { $0.append(Weak(object: object)) } }
    var left: Int { held.withLock { $0.count { $0.object != nil } } }
    var count: Int { held.withLock { $0.count } }
}
