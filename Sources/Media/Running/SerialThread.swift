import COnAirSystem
import Glibc

/// Starts a thread of its own that runs one body to its end.
///
/// Codecs, blocking reads and frame loops live on such threads: on the cooperative pool they would starve control.
public enum SerialThread {
    /// Runs `body` on a new detached thread named `name` (the kernel keeps 15 bytes of it).
    public static func start(name: String, _ body: @escaping @Sendable () -> Void) {
        precondition(startIfPossible(name: name, body), "the system has no thread left for \(name)")
    }

    /// The same; false where the system has no thread left: then `body` is never called.
    package static func startIfPossible(name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(ThreadBody(name: name, run: body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let result = pthread_create(&thread, &attributes, runThreadBody, box.toOpaque())
        pthread_attr_destroy(&attributes)
        if result != 0 { box.release() }
        return result == 0
    }
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

private func runThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    onair_set_thread_name(body.name)
    body.run()
    return nil
}
