import Glibc

/// Which file a path leads to, so that two ways of writing it are known to be one file, also before it exists.
public struct FileIdentity: Equatable, Sendable {
    private enum Kind: Equatable, Sendable {
        /// It exists: device and inode.
        case existing(UInt64, UInt64)
        /// It does not yet: the identity of its folder, and its name there.
        case inFolder(UInt64, UInt64, String)
        /// Not even the folder exists.
        case unknown(String)
    }

    private let kind: Kind

    /// The identity of the file at `path`, symbolic links followed.
    public init(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            kind = .existing(UInt64(status.st_dev), UInt64(status.st_ino))
            return
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        kind =
            stat(folder, &status) == 0
            ? .inFolder(UInt64(status.st_dev), UInt64(status.st_ino), name) : .unknown(path)
    }
}
