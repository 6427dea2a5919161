import OnAirMedia

/// Finds the addresses of a host without making its caller wait.
///
/// A name is looked up on a thread of its own, because the system's resolver blocks for as long as it likes; the
/// answer wakes a stage, which then takes it. Addresses written as numbers are answered at once. Letting go of the
/// resolver abandons the look-up safely: its thread ends when the system answers, and nobody listens.
public final class NameResolver: Sendable {
    /// The addresses in the system's order of preference (RFC 6724), or why there are none.
    public typealias Answer = Result<[SocketAddress], SystemError>

    private final class Mailbox: Sendable {
        let answer = Lock<Answer?>(nil)
    }

    private let mailbox = Mailbox()

    /// Starts looking.
    ///
    /// - Parameters:
    ///   - host: a name or an address, an IPv6 address without brackets.
    ///   - port: 1 to 65535.
    ///   - signal: woken when the answer is there.
    public convenience init(host: String, port: UInt16, signal: WakeSignal?) {
        self.init(host: host, port: port, signal: signal) { SocketAddress.lookUp(host: host, port: port, flags: 0) }
    }

    /// - Parameter lookUp: asks for the addresses of a name; may block.
    package init(host: String, port: UInt16, signal: WakeSignal?, lookUp: @escaping @Sendable () -> Answer) {
        if let address = SocketAddress(numeric: host, port: port) {
            mailbox.answer.withLock { $0 = .success([address]) }
            return
        }
        let mailbox = mailbox
        let hasStarted = SerialThread.startIfPossible(name: "resolver") {
            let answer = lookUp()
            mailbox.answer.withLock { $0 = answer }
            signal?.wake()
        }
        guard !hasStarted else { return }
        let error = SystemError(.outOfResources, while: "start a thread that finds the address of \(host)")
        mailbox.answer.withLock { $0 = .failure(error) }
    }

    /// The answer; nil while it is not there yet.
    public var answer: Answer? { mailbox.answer.withLock { $0 } }
}
