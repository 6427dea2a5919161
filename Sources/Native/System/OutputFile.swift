import OnAirMedia

/// A file being written. Owns its descriptor and closes it once; belongs to one stage.
public final class OutputFile {
    /// The path as it was given.
    public let path: String
    /// Bytes written by `append` so far.
    public private(set) var byteCount = 0
    private var descriptor: Int32

    /// Creates the file, or empties it if it is there. Until it is closed, no other `OutputFile`, in this process or in
    /// another, can be made of it (flock(2)).
    ///
    /// - Throws: `inUse`, and then the file is untouched; `notFound` (no such folder), `accessDenied`, `notAFile`, `noSpace`, `readOnly` and so on.
    public init(creating path: String) throws(SystemError) {
        self.path = path
        do throws(SystemCall.Failure) { descriptor = try SystemCall.openForWriting(path) } catch {
            throw SystemError(number: error.number, while: "create \(path)")
        }
    }

    deinit { if descriptor >= 0 { try? SystemCall.close(descriptor) } }

    /// Adds all of `bytes` at the end.
    ///
    /// - Throws: `noSpace`, `fileTooLarge`, `deviceFailed` and so on; part of `bytes` may then have been written.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemCall.Failure) {
                let count = try SystemCall.write(descriptor, rest)
                byteCount += count
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } catch {
                throw SystemError(number: error.number, while: "write to \(path)")
            }
        }
    }

    /// Cuts the file after `count` bytes, which must not be more than it has.
    public func truncate(to count: Int) throws(SystemError) {
        do throws(SystemCall.Failure) { try SystemCall.truncate(descriptor, to: count) } catch {
            throw SystemError(number: error.number, while: "shorten \(path)")
        }
        byteCount = count
    }

    /// Writes all of `bytes` over what stands at `offset`; the end stays the end.
    public func overwrite(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var (rest, offset) = (bytes, offset)
        while !rest.isEmpty {
            do throws(SystemCall.Failure) {
                let count = try SystemCall.write(descriptor, rest, at: offset)
                offset += count
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } catch {
                throw SystemError(number: error.number, while: "write to \(path)")
            }
        }
    }

    /// Closes; harmless the second time.
    ///
    /// - Throws: what the system found only now, such as `noSpace` on a network disk.
    public func close() throws(SystemError) {
        guard descriptor >= 0 else { return }
        let closing = descriptor
        descriptor = -1
        do throws(SystemCall.Failure) { try SystemCall.close(closing) } catch {
            throw SystemError(number: error.number, while: "close \(path)")
        }
    }
}
