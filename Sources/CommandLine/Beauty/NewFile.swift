import Glibc
import OnAirSystem

/// A file that appears under its name only once it is complete; until then it has a name of its own beside it. Let go
/// without `finish`, nothing is left of it and what was there before stays.
final class NewFile {
    /// Where it appears in the end.
    let path: String
    /// Where it is written: empty, and this user's to write.
    let partialPath: String
    private var isFinished = false

    /// - Throws: `SystemError` where no file can be made there, or something else than a file is.
    init(_ path: String) throws(SystemError) {
        // Through links: the file they lead to is replaced, not they.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let target = resolved.map { String(cString: $0) } ?? path
        self.path = target
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        partialPath = "\(folder).onair-\(getpid()).part"
        var status = stat()
        let isThere = stat(target, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(.notAFile, while: "create \(path)")
        }
        let descriptor = open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw SystemError(number: errno, while: "create \(path)") }
        if isThere { _ = fchmod(descriptor, status.st_mode & 0o777) }
        close(descriptor)
    }

    deinit { if !isFinished { unlink(partialPath) } }

    /// Writes all of it and finishes.
    ///
    /// - Throws: `SystemError`; nothing has changed then.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            let file = try OutputFile(creating: partialPath)
            let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try file.append(bytes) } }
            try result.get()
            try file.close()
        } catch {
            // Its own name says nothing to anybody.
            throw SystemError(number: error.number, while: "write \(path)")
        }
        try finish()
    }

    /// Gives it its name; a file that has it is replaced.
    ///
    /// - Throws: `SystemError`; nothing has changed then.
    func finish() throws(SystemError) {
        guard rename(partialPath, path) == 0 else { throw SystemError(number: errno, while: "create \(path)") }
        isFinished = true
    }
}
