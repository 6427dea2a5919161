import Glibc
import OnAirMedia

/// Hears of changes of this machine's links, addresses and routes (rtnetlink(7)). Owns its descriptor; belongs to one
/// thread; never waits.
package final class NetworkWatch {
    /// Readable when there is news.
    package let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)

    /// - Throws: where the system has no descriptor left, or gives none of this kind.
    package init() throws(SystemError) {
        do throws(SystemCall.Failure) { descriptor = try SystemCall.networkNews() } catch {
            buffer.deallocate()
            throw SystemError(number: error.number, while: "watch the network")
        }
    }

    deinit {
        buffer.deallocate()
        try? SystemCall.close(descriptor)
    }

    /// Takes all news there is; true where something has changed.
    package func drain() -> Bool {
        var hasChanged = false
        while true {
            do throws(SystemCall.Failure) {
                let count = try SystemCall.receive(descriptor, into: buffer)
                guard count > 0 else { return hasChanged }
                let news = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if !NetlinkMessages.subjects(in: news).isEmpty { hasChanged = true }
            } catch {
                // The kernel had more to say than its buffer holds: something has changed.
                guard error.number == ENOBUFS else { return hasChanged }
                hasChanged = true
            }
        }
    }
}
