import Glibc

/// Why the system lets this process not use a file.
package struct SystemFileRefusal: Error {
    package let number: Int32

    /// The file is not there.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
}
