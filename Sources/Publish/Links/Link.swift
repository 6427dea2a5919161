import OnAirMedia
import OnAirSystem

/// A transport for bytes: a socket, later a socket behind TLS, in tests a pipe in memory.
///
/// Belongs to one stage. It never waits and decides nothing: time-outs, retries and order are its driver's affair.
/// One link serves one connection; a new attempt makes a new one.
public protocol Link: AnyObject {
    /// Begins to connect.
    func start(now: HostTime)

    /// Goes on connecting and says how far it is.
    ///
    /// - Throws: why there will be no connection.
    func advance(now: HostTime) throws(SystemError) -> LinkPhase

    /// Tries once more beside the tries under way, which may hang for seconds in a network that was away; the next
    /// `advance(now:)` begins. Does nothing unless it is connecting.
    func redial(now: HostTime)

    /// When to call `advance(now:)` again without being woken; nil when only a wake matters.
    var deadline: HostTime? { get }

    /// What to wait for; nil where wakes come by signal alone.
    ///
    /// - Parameter writable: bytes wait to be written.
    func interest(writable: Bool) -> DescriptorInterest?

    /// Takes what has arrived, once connected.
    func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer

    /// Gives away as much of `bytes`, which is not empty, as goes now; once connected.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer

    /// What is known of the connection now. May cost system calls: ask some twenty times a second.
    var reading: TransportReading { get }

    /// Tells the peer that no more will come; reading goes on.
    func finishWriting()

    /// Lets go of everything at once; harmless the second time.
    func close()
}
