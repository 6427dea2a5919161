import Glibc

/// The disk that recordings would go to.
public struct DiskFacts: Sendable, Equatable {
    /// The folder that was looked at.
    public var folder = "."
    /// Bytes this user can still write; nil where the system does not tell.
    public var free: Int64?
    /// Whether this user may make files in the folder.
    public var isWritable = true

    public init() {}

    static func ofCurrentFolder() -> DiskFacts {
        var facts = DiskFacts()
        if let path = getcwd(nil, 0) {
            facts.folder = String(cString: path)
            Glibc.free(path)
        }
        var status = statvfs()
        if statvfs(".", &status) == 0 {
            facts.free = Int64(
                clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
        }
        facts.isWritable = access(".", W_OK | X_OK) == 0
        return facts
    }
}
