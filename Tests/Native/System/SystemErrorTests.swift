import Glibc
import OnAirSystem
import Testing

@Suite("SystemError")
struct SystemErrorTests {
    @Test(
        "Error numbers become kinds (errno(3))",
        arguments: [
            (ECONNREFUSED, SystemError.Kind.connectionRefused), (EHOSTUNREACH, .unreachable),
            (ENETUNREACH, .unreachable), (ETIMEDOUT, .timedOut), (ECONNRESET, .connectionReset),
            (EPIPE, .connectionReset), (ENOSPC, .noSpace), (EDQUOT, .noSpace), (EACCES, .accessDenied),
            (ENOENT, .notFound), (EISDIR, .notAFile), (EROFS, .readOnly), (EFBIG, .fileTooLarge),
            (EMFILE, .outOfResources), (EIO, .deviceFailed), (ENOTTY, .other),
        ])
    func kinds(number: Int32, kind: SystemError.Kind) {
        let error = SystemError(number: number, while: "do it")
        #expect(error.kind == kind)
        #expect(error.number == number)
        #expect(error.message.hasPrefix("Could not do it: "))
    }

    @Test("An unknown number is named, not swallowed")
    func unknown() {
        #expect(SystemError(number: 4711, while: "do it").message.contains("4711"))
    }

    @Test("Memory and processor time of this process can be read")
    func usage() throws {
        let usage = ProcessUsage.current()
        #expect(try #require(usage.peakMemory) > 1 << 20)
        #expect(usage.processorTime.nanoseconds > 0)
    }
}
