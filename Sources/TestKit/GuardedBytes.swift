import Glibc

/// Memory whose first byte behind the end may not be touched: whoever does ends the process.
///
/// One owner at a time; the bytes are gone with it.
public final class GuardedBytes {
    /// All of it, zero at first. Its start has no alignment unless `count` is a multiple of one.
    public let bytes: UnsafeMutableRawBufferPointer
    private let mapping: UnsafeMutableRawPointer
    private let length: Int

    /// `count` bytes.
    public init(_ count: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        length = (count + page - 1) / page * page + page
        guard let mapping = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED, mprotect(mapping + length - page, page, PROT_NONE) == 0
        else { preconditionFailure("there is no memory for \(count) bytes and a guard") }
        self.mapping = mapping
        bytes = UnsafeMutableRawBufferPointer(start: mapping + length - page - count, count: count)
    }

    deinit { munmap(mapping, length) }
}
