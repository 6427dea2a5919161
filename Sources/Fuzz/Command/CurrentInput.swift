import Glibc

/// The input being tried, in a file mapped into memory: what was written here before a process died is in the file.
///
/// Unchecked pointers stay inside; belongs to one thread.
final class CurrentInput {
    private static let size = 128 << 10
    /// Number of the input, its length, inputs done, findings; then the bytes.
    private static let header = 32

    private let memory: UnsafeMutableRawPointer
    let path: String

    /// Maps the file at `path`, made where it is not there. Nil where the system refuses.
    init?(_ path: String) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard ftruncate(file, Self.size) == 0,
            let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { return nil }
        self.memory = memory
        self.path = path
    }

    deinit { munmap(memory, Self.size) }

    var number: UInt64 {
        get { memory.load(fromByteOffset: 0, as: UInt64.self) }
        set { memory.storeBytes(of: newValue, toByteOffset: 0, as: UInt64.self) }
    }

    /// Inputs tried to their end.
    var done: UInt64 {
        get { memory.load(fromByteOffset: 16, as: UInt64.self) }
        set { memory.storeBytes(of: newValue, toByteOffset: 16, as: UInt64.self) }
    }

    /// Those of them for which something did not hold.
    var findings: UInt64 {
        get { memory.load(fromByteOffset: 24, as: UInt64.self) }
        set { memory.storeBytes(of: newValue, toByteOffset: 24, as: UInt64.self) }
    }

    var bytes: [UInt8] {
        get {
            let count = min(memory.load(fromByteOffset: 8, as: Int.self), Self.size - Self.header)
            return [UInt8](UnsafeRawBufferPointer(start: memory + Self.header, count: max(count, 0)))
        }
        set {
            let count = min(newValue.count, Self.size - Self.header)
            memory.storeBytes(of: count, toByteOffset: 8, as: Int.self)
            newValue.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress { (memory + Self.header).copyMemory(from: start, byteCount: count) }
            }
        }
    }
}
