import Glibc
import OnAirMedia

/// Reads a stream key from a file, so that it is in no argument list.
public enum KeyFile {
    /// The most bytes a key may have.
    public static let limit = 4096

    /// The first line of the file at `path` (`-`: standard input) without its line end.
    ///
    /// - Throws: `UsageError` when the file cannot be read, is empty, or has a first line longer than `limit` or not
    ///   UTF-8. The error names the file and never repeats what is in it.
    public static func read(_ path: String) throws(UsageError) -> String {
        let name = path == "-" ? "standard input" : "\"\(path)\""
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw UsageError(
                .badValue, "The key file \(name) cannot be opened: \(String(cString: strerror(errno))).",
                advice: "Name a file that holds the key in its first line.")
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        // Byte by byte, so that standard input keeps what follows the line.
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= limit, let key = String(validating: bytes, as: UTF8.self) else {
            throw UsageError(
                .badValue, "The first line of the key file \(name) is no stream key.",
                advice: "It is 1 to \(limit) bytes of UTF-8 text.")
        }
        return key
    }
}
