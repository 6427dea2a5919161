import OnAirMedia

/// Bytes that grow to the most that was ever asked for and are used again and again. Belongs to one thread.
///
/// Unsafe: what `bytes` points to is valid until the next `reserve` or until this is let go.
final class ScratchMemory {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init() {
        capacity = 64
        bytes = .allocate(capacity: capacity)
        bytes.initialize(repeating: 0, count: capacity)
    }

    deinit { bytes.deallocate() }

    /// Room for `count` bytes and a vector more; what was there is lost when it grows.
    func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        guard count + 64 > capacity else { return bytes }
        bytes.deallocate()
        capacity = count + 64
        let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
        bytes = memory.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
        return bytes
    }

    /// Room for an I420 picture of `size`.
    func picture(_ size: PictureSize) -> I420Output { I420Output(reserve(I420Output.byteCount(size)), size: size) }
}
