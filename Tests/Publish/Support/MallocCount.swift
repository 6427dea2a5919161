import Glibc

/// Counts this thread's allocations where the counting library of this package is preloaded
/// (`LD_PRELOAD=…/libonair-malloc-count.so`).
enum MallocCount {
    static var isAvailable: Bool { symbol != nil }

    /// Allocations `body` makes on this thread; 0 where nothing counts.
    static func during(_ body: () -> Void) -> UInt64 {
        guard let symbol else { return 0 }
        typealias Count = @convention(c) () -> UInt64
        let count = unsafeBitCast(symbol, to: Count.self)
        let before = count()
        body()
        return count() - before
    }

    private static var symbol: UnsafeMutableRawPointer? { dlsym(nil, "onair_malloc_count_thread") }
}
