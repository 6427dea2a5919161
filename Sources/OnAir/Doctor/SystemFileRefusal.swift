import Glibc

/// Why the system lets this process not use a file.
struct SystemFileRefusal: Error {
    let number: Int32

    /// The file is not there.
    var isMissing: Bool { number == ENOENT || number == ENOTDIR }
}
