import Glibc
import OnAirMedia

/// A picture file on disk: its bytes, and what tells that it has been replaced.
public enum ImageFile {
    /// Tells one state of a file from another.
    public struct Stamp: Hashable, Sendable {
        private let device: UInt64
        private let node: UInt64
        private let size: Int64
        private let seconds: Int64
        private let nanoseconds: Int64

        fileprivate init(_ status: stat) {
            (device, node, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
            (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        }
    }

    /// The state of the file at `path` now.
    ///
    /// - Throws: `ImageError` of kind `unreadable`.
    public static func stamp(path: String) throws(ImageError) -> Stamp {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path, errno) }
        return Stamp(status)
    }

    /// All bytes of the file at `path`.
    ///
    /// - Throws: `ImageError` of kind `unreadable`, or `tooLarge`.
    static func read(path: String, limits: ImageLimits) throws(ImageError) -> [UInt8] {
        // Not waiting: a pipe without a writer would keep us for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ImageError(
                .unreadable, "\(path) is \(status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no regular file").",
                advice: "Give the path of a picture file.")
        }
        guard status.st_size > 0 else {
            throw ImageError(.broken, "\(path) is empty.", advice: "Copy it again, or choose another file.")
        }
        guard status.st_size <= limits.fileBytes else {
            throw ImageError(
                .tooLarge,
                "\(path) has \(status.st_size >> 20) MiB; at most \(limits.fileBytes >> 20) MiB are allowed.",
                advice: "Make it smaller.")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let start = count
            let result = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { Glibc.read(descriptor, $0 + start, buffer.count - start) } ?? 0
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw unreadable(path, errno) }
            // Cut while it is read.
            if result == 0 { break }
            count += result
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static func unreadable(_ path: String, _ number: Int32) -> ImageError {
        let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        return ImageError(
            .unreadable, "\(path) cannot be read: \(reason).",
            advice: number == EACCES ? "Let this user read it." : "Check the path.")
    }
}
