import Glibc

/// A value that is only reached while holding its lock.
///
/// Used like `Synchronization.Mutex`, and in its place: that one waits on a futex which the thread sanitizer cannot
/// see on Linux, so every guarded access would be reported as a race and real races would drown.
///
/// Unchecked because every access goes through `withLock`.
public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Guards `value`.
    public init(_ value: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Calls `body` with the value while holding the lock. Not recursive; `body` never waits and never calls out.
    @inlinable
    public borrowing func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result)
        throws(Failure) -> Result
    {
        acquire()
        defer { release() }
        return try body(&pointer.pointee)
    }

    @usableFromInline var pointer: UnsafeMutablePointer<Value> { value }
    @usableFromInline func acquire() { pthread_mutex_lock(mutex) }
    @usableFromInline func release() { pthread_mutex_unlock(mutex) }
}
