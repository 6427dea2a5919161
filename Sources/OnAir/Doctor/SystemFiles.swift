import Glibc

/// Reads what the kernel and the system tell in files; only looks, changes nothing. Whatever cannot be read is nil.
package struct SystemFiles: Sendable {
    /// Who may do what with a file.
    struct Status {
        let mode: UInt32
        let owner: UInt32
        let group: UInt32
    }

    /// What every path is below; empty for the machine's own root.
    private let root: String
    /// The most that is read of a file: what is told in more than this is not for us.
    private static let limit = 256 * 1024

    /// - Parameter root: a folder that stands for `/`, without a slash at its end; empty for `/` itself.
    package init(root: String = "") { self.root = root }

    /// The text of the file at `path`.
    func text(_ path: String) -> String? {
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
    func word(_ path: String) -> String? {
        let text = text(path)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text?.isEmpty == false ? text : nil
    }

    /// The names in the folder at `path`, sorted; empty where there is none.
    func names(in path: String) -> [String] {
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
    func link(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { place in
            place.baseAddress.map { readlink(root + path, $0, place.count) } ?? -1
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Who may do what with the file at `path`; nil where there is none.
    func status(_ path: String) -> Status? {
        var status = stat()
        guard stat(root + path, &status) == 0 else { return nil }
        return Status(mode: status.st_mode, owner: status.st_uid, group: status.st_gid)
    }

    /// Whether this process may read and write the file at `path`, or the error number that says why not.
    func mayUse(_ path: String) -> Result<Void, SystemFileRefusal> {
        guard access(root + path, R_OK | W_OK) != 0 else { return .success(()) }
        return .failure(SystemFileRefusal(number: errno))
    }
}
