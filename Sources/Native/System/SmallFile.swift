import Glibc
import OnAirMedia

/// Small files that are read and written whole.
package enum SmallFile {
    /// The longest text that is read, unless told otherwise: what is longer was not written by us.
    package static let usualLimit = 256 * 1024

    /// The text of the file; nil where there is none.
    package static func read(_ path: String, limit: Int = usualLimit) throws(SystemError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemError(number: errno, while: "read \(path)")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(number: errno, while: "read \(path)") }
            if count == 0 { break }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw SystemError(number: EFBIG, while: "read \(path)") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Puts `bytes` in place of what the file had, at once: whoever reads sees the one or the other, also after a power
    /// cut.
    ///
    /// - Parameter makingFolder: whether the folder is made where there is none.
    package static func replace(
        _ path: String, with bytes: some Collection<UInt8>, makingFolder: Bool = true
    ) throws(SystemError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
        if makingFolder { try makeFolder(folder) }
        let draft = "\(folder)/.draft-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        do throws(SystemError) {
            try write(Array(bytes), to: draft)
            guard rename(draft, path) == 0 else { throw SystemError(number: errno, while: "write \(path)") }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Deletes the file; false where there is none.
    package static func delete(_ path: String) throws(SystemError) -> Bool {
        guard unlink(path) != 0 else { return true }
        if errno == ENOENT || errno == ENOTDIR { return false }
        throw SystemError(number: errno, while: "delete \(path)")
    }

    /// The names in a folder, sorted; none where there is no folder.
    package static func names(in path: String) throws(SystemError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw SystemError(number: errno, while: "read \(path)")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.sorted()
    }

    private static func write(_ whole: [UInt8], to path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError(number: errno, while: "write \(path)") }
        defer { close(descriptor) }
        var bytes = whole[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(number: count < 0 ? errno : EIO, while: "write \(path)") }
            bytes = bytes.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw SystemError(number: errno, while: "write \(path)") }
    }

    private static func makeFolder(_ path: String) throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
            // A folder that is there may refuse in other words, such as on a file system for reading only.
            let number = errno
            var status = stat()
            guard stat(made, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw SystemError(number: number, while: "make \(made)")
            }
        }
    }
}
