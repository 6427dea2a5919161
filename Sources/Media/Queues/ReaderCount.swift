import Synchronization

/// Orders the reads of shared memory before its next write.
///
/// A reference count does that too, in the runtime; this says it in terms that the thread sanitizer can follow.
struct ReaderCount: ~Copyable {
    private let reads = Atomic<Int>(0)

    /// A read has ended.
    borrowing func leave() { reads.add(1, ordering: .releasing) }

    /// A write is about to begin.
    borrowing func join() { _ = reads.load(ordering: .acquiring) }
}
