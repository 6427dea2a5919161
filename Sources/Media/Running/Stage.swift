/// One step of the live graph: capture, picture, sound, encode, fan-out, a destination.
///
/// A stage never owns its loop. A runner calls `step(now:)` from one thread at a time; the stage does what is due,
/// and answers when it wants to be called again. All its mutable state belongs to that thread; what others give it
/// arrives over queues and mailboxes whose push wakes it.
public protocol Stage: AnyObject, SendableMetatype {
    /// A short name for logs and thread lists (at most 15 bytes show in the kernel's list).
    var name: String { get }

    /// Does the work that is due at `now` and says what to wait for.
    func step(now: HostTime) -> StageWait
}

/// What a stage waits for after a step.
public enum StageWait: Equatable, Sendable {
    /// Nothing: there is more to do at once.
    case again
    /// A wake, the given instant, or the descriptor becoming ready, whichever comes first.
    case event(until: HostTime?, descriptor: DescriptorInterest? = nil)
    /// The stage has ended; it is never called again.
    case finished

    /// A wake alone.
    public static let wake = StageWait.event(until: nil)
}

/// A file descriptor that a stage wants to be woken for.
public struct DescriptorInterest: Equatable, Sendable {
    /// The descriptor; open for as long as the stage waits.
    public var descriptor: Int32
    /// Wake when there is something to read, or the peer has closed.
    public var readable: Bool
    /// Wake when there is room to write.
    public var writable: Bool

    public init(descriptor: Int32, readable: Bool, writable: Bool) {
        self.descriptor = descriptor
        self.readable = readable
        self.writable = writable
    }
}
