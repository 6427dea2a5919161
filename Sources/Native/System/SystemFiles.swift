import Glibc

/// Reads what the kernel and the system tell in files; only looks, changes nothing. Whatever cannot be read is nil.
package struct SystemFiles: Sendable {
    /// Who may do what with a file.
    package struct Status {
        package let mode: UInt32
        package let owner: UInt32
        package let group: UInt32
    }

    /// Which file lies behind a path, and since when it is as it is: another one in its place has another version, and so
    /// has the same one with other permissions.
    package struct Version: Hashable, Sendable {
        private let numbers: [Int64]

        fileprivate init(_ status: stat) {
            numbers = [
                Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
                Int64(truncatingIfNeeded: status.st_rdev), Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
            ]
        }
    }

    /// What every path is below; empty for the machine's own root.
    private let root: String
    /// The most that is read of a file: what is told in more than this is not for us.
    private static let limit = 256 * 1024

    /// - Parameter root: a folder that stands for `/`, without a slash at its end; empty for `/` itself.
    package init(root: String = "") { self.root = root }

    /// The text of the file at `path`.
    package func text(_ path: String) -> String? {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < Self.limit {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text without white space around it; nil where nothing is left.
    package func word(_ path: String) -> String? {
        let text = text(path)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text?.isEmpty == false ? text : nil
    }

    /// The names in the folder at `path`, sorted; empty where there is none.
    package func names(in path: String) -> [String] {
        guard let folder = opendir(root + path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Where the link at `path` points to.
    package func link(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { place in
            place.baseAddress.map { readlink(root + path, $0, place.count) } ?? -1
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Who may do what with the file at `path`; nil where there is none.
    package func status(_ path: String) -> Status? {
        var status = stat()
        guard stat(root + path, &status) == 0 else { return nil }
        return Status(mode: status.st_mode, owner: status.st_uid, group: status.st_gid)
    }

    /// The version of the file at `path`, symbolic links followed; nil where there is none.
    package func version(_ path: String) -> Version? {
        var status = stat()
        return stat(root + path, &status) == 0 ? Version(status) : nil
    }

    /// Whether this process may read and write the file at `path`, or the error number that says why not.
    package func mayUse(_ path: String) -> Result<Void, SystemFileRefusal> {
        guard access(root + path, R_OK | W_OK) != 0 else { return .success(()) }
        return .failure(SystemFileRefusal(number: errno))
    }
}
