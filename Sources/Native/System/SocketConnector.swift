import Glibc
import OnAirMedia

/// Connects to whichever address of a host answers first. Owns the sockets that are still trying.
///
/// Belongs to one stage. Never waits: `advance(now:)` does what is due, `descriptor` becomes readable when there is
/// news, `deadline` says when the next address is to be tried. It has no time-out of its own; the caller gives up, or
/// lets it try all addresses once more (`redial()`), since a request that got lost is repeated by the kernel only after
/// 1, 3, 7 … s.
public final class SocketConnector {
    /// The newest so many attempts stay; older ones are closed, since they would only hold ports.
    public static let mostAttempts = 8

    private var race: AddressRace
    private let options: StreamSocket.Options
    private var attempts: [StreamSocket] = []
    private let epoll: Int32
    private var failures: [SystemError] = []

    /// Makes a connector; the first `advance(now:)` starts it.
    ///
    /// - Throws: `outOfResources` when the process has no descriptor left.
    public init(to addresses: [SocketAddress], options: StreamSocket.Options = .init()) throws(SystemError) {
        race = AddressRace(addresses)
        self.options = options
        do throws(SystemCall.Failure) { epoll = try SystemCall.epoll() } catch {
            throw SystemError(number: error.number, while: "watch sockets")
        }
    }

    deinit { try? SystemCall.close(epoll) }

    /// Tries every address once more beside the attempts under way; the next `advance(now:)` begins.
    public func redial() { race.again() }

    /// Takes addresses in that a late answer of the name server brought; those known already change nothing.
    public func add(_ addresses: [SocketAddress]) { race.add(addresses) }

    /// Readable when an attempt has ended.
    public var descriptor: Int32 { epoll }

    /// When to call `advance(now:)` again without news; nil when only news matters.
    public var deadline: HostTime? { race.deadline }

    /// The connected socket, when one has won; the others are closed.
    ///
    /// - Throws: when every address has failed: the failure that says most.
    public func advance(now: HostTime) throws(SystemError) -> StreamSocket? {
        var index = 0
        while index < attempts.count {
            do throws(SystemError) {
                if try attempts[index].finishConnecting() {
                    let winner = attempts[index]
                    attempts = []
                    return winner
                }
                index += 1
            } catch {
                failed(error)
                // Closing takes it out of the epoll set too.
                attempts.remove(at: index).close()
            }
        }
        while let address = race.nextAttempt(now: now) {
            do throws(SystemError) {
                let socket = try StreamSocket(connectingTo: address, options: options)
                try socket.watchConnect(epoll: epoll)
                attempts.append(socket)
                if attempts.count > Self.mostAttempts {
                    attempts.removeFirst().close()
                    race.attemptAbandoned()
                }
            } catch {
                failed(error)
            }
        }
        if race.isLost { throw mostTelling }
        return nil
    }

    private func failed(_ error: SystemError) {
        race.attemptFailed()
        failures.append(error)
    }

    /// An answer from the host tells more than silence, and silence more than having no way there.
    private var mostTelling: SystemError {
        for kind in [SystemError.Kind.connectionRefused, .connectionReset, .timedOut] {
            if let error = failures.first(where: { $0.kind == kind }) { return error }
        }
        return failures.first ?? SystemError(.nameNotFound, while: "connect: there is no address to connect to")
    }
}
