/// Bytes on their way out: a core appends behind, a driver sends from the front and says how many went.
///
/// Owned by one core, which belongs to one thread. The memory grows to what the busiest moment needed and is used
/// again, so steady sending allocates nothing. Nothing bounds it but its user: hand in the next packet when `count` has
/// fallen to what you are willing to wait for, because a pong queues behind everything already here.
///
/// Unchecked because it alone owns its memory and cannot be copied; moving it to another thread moves the memory.
public struct WireBuffer: ~Copyable, @unchecked Sendable {
    private var memory: UnsafeMutableRawPointer
    private var head = 0
    private var tail = 0
    /// Bytes the present memory holds.
    public private(set) var capacity: Int
    /// How often memory was allocated since the buffer was made; stands still in steady state.
    public private(set) var growths = 0
    /// Bytes appended since the buffer was made.
    public private(set) var totalAppended: UInt64 = 0

    /// An empty buffer with room for `capacity` bytes.
    public init(capacity: Int = 64 * 1024) {
        self.capacity = max(capacity, 64)
        memory = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Bytes that wait to be sent.
    public var count: Int { tail - head }

    /// Nothing waits to be sent.
    public var isEmpty: Bool { tail == head }

    /// Calls `body` with all bytes that wait, oldest first.
    public func withReadableBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: memory + head, count: tail - head))
    }

    /// Forgets the first `count` bytes because they were sent; more than there are means all.
    public mutating func consume(_ count: Int) {
        head += min(max(count, 0), tail - head)
        if head == tail { (head, tail) = (0, 0) }
    }

    /// Forgets everything that waits.
    public mutating func removeAll() { (head, tail) = (0, 0) }

    package mutating func append(_ byte: UInt8) {
        reserve(1)
        memory.storeBytes(of: byte, toByteOffset: tail, as: UInt8.self)
        tail += 1
        totalAppended += 1
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        reserve(bytes.count)
        (memory + tail).copyMemory(from: start, byteCount: bytes.count)
        tail += bytes.count
        totalAppended += UInt64(bytes.count)
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    package mutating func append16(_ value: UInt16) {
        append(UInt8(value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// The low 24 bits of `value`, big-endian.
    package mutating func append24(_ value: UInt32) {
        append(UInt8(truncatingIfNeeded: value >> 16))
        append16(UInt16(truncatingIfNeeded: value))
    }

    package mutating func append32(_ value: UInt32) {
        append16(UInt16(value >> 16))
        append16(UInt16(truncatingIfNeeded: value))
    }

    package mutating func append64(_ value: UInt64) {
        append32(UInt32(value >> 32))
        append32(UInt32(truncatingIfNeeded: value))
    }

    /// The bytes that wait, copied.
    package var bytes: [UInt8] { withReadableBytes { [UInt8]($0) } }

    /// Makes room for `extra` bytes behind the tail. Moves what waits to the front only where at least half the memory
    /// is free, so a buffer that stays nearly full is not moved for every few bytes.
    private mutating func reserve(_ extra: Int) {
        guard extra > capacity - tail else { return }
        let live = tail - head
        if live + extra <= capacity, live <= capacity / 2 {
            memory.copyMemory(from: memory + head, byteCount: live)
        } else {
            capacity = max(capacity * 2, live + extra)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            larger.copyMemory(from: memory + head, byteCount: live)
            memory.deallocate()
            memory = larger
            growths += 1
        }
        (head, tail) = (0, live)
    }
}
