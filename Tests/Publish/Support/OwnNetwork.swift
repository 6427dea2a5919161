import Foundation
import OnAirMedia

/// A thread with a network of its own (network_namespaces(7)): whatever it starts lives there too, and the links are its to
/// cut. Needs to be root.
enum OwnNetwork {
    /// Runs `body` on such a thread; nil where this user may not have one.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result? {
        try await Tool.onThread {
            guard leave() else { return nil }
            return try body()
        }
    }

    /// Brings the loopback link of the calling thread's network up, or takes it down.
    static func setLoopback(up: Bool) throws {
        let words = ["ip", "link", "set", "lo", up ? "up" : "down"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, "ip", nil, nil, &arguments, environ) == 0 else {
            throw Tool.Failure(text: "there is no ip")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw Tool.Failure(text: "ip ended with \(status)") }
    }

    /// The calling thread leaves the network of the others (unshare(2), CLONE_NEWNET).
    private static func leave() -> Bool {
        guard getuid() == 0, let symbol = dlsym(nil, "unshare") else { return false }
        typealias Unshare = @convention(c) (Int32) -> Int32
        return unsafeBitCast(symbol, to: Unshare.self)(0x4000_0000) == 0
    }
}
