import COnAirSystem
import Glibc

/// Tells which names in a folder have come, gone or changed their permissions (inotify(7)).
///
/// Reading may be done by one thread at a time.
package final class DirectoryWatch: Sendable {
    /// What has happened since the last reading.
    package enum News: Equatable, Sendable {
        /// To the files of these names, some more than once; empty where nothing has.
        case names([String])
        /// So much that the kernel has not kept it all.
        case overflown
    }

    /// Readable when there is news.
    package let descriptor: Int32

    /// - Throws: `SystemError`, such as `notFound` where there is no such folder or `outOfResources` where this user
    ///   watches too much already.
    package init(_ folder: String) throws(SystemError) {
        do throws(SystemCall.Failure) {
            descriptor = try SystemCall.watch(folder)
        } catch {
            throw SystemError(number: error.number, while: "watch \(folder)")
        }
    }

    deinit { close(descriptor) }

    /// Tells of another folder too, if it is there; one that it tells of already is told of as before.
    package func include(_ folder: String) {
        // A folder that is not there yet is tried again when it has come.
        try? SystemCall.watch(descriptor, folder)
    }

    /// Takes the news there are; never waits.
    package func read() -> News {
        var names: [String] = []
        var isOverflown = false
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { bytes in
            while let count = try? SystemCall.read(descriptor, into: bytes), count > 0 {
                let events = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                isOverflown = Self.parse(events, into: &names) || isOverflown
            }
        }
        return isOverflown ? .overflown : .names(names)
    }

    /// Events are a head of 16 bytes (watch, mask, cookie, length) and a name that zeros fill up to the length. True
    /// where the kernel says that it has lost some.
    private static func parse(_ bytes: UnsafeRawBufferPointer, into names: inout [String]) -> Bool {
        var (offset, isOverflown) = (0, false)
        while offset + 16 <= bytes.count {
            let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            let end = offset + 16 + length
            guard end <= bytes.count else { break }
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflown = true }
            let name = bytes[(offset + 16)..<end].prefix { $0 != 0 }
            if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
            offset = end
        }
        return isOverflown
    }
}
