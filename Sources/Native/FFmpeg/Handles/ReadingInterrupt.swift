import CFFmpeg
import OnAirMedia
import Synchronization

/// Ends the library's waiting for a network address: when asked to, or after a while without an answer.
final class ReadingInterrupt: Sendable {
    /// What an address may be read by. No files: an address may lead to others.
    static let protocols = "http,https,httpproxy,tcp,tls,udp,rtp,rtmp,rtmps,rtmpt,rtsp,srt,crypto"
    /// How long to wait for an answer, in nanoseconds: 10 s.
    private static let patience: Int64 = 10_000_000_000

    /// The address without what may be secret: neither user nor query.
    let shownAddress: String
    private let isCancelled: @Sendable () -> Bool
    private let deadline = Atomic<Int64>(.max)
    private let fired = Atomic(false)

    init(address: String, isCancelled: @escaping @Sendable () -> Bool) {
        self.isCancelled = isCancelled
        var shown = address.prefix { $0 != "?" && $0 != "#" }
        if let scheme = shown.firstRange(of: "://") {
            let rest = shown[scheme.upperBound...]
            let host = rest.prefix { $0 != "/" }
            if let at = host.lastIndex(of: "@") { shown.removeSubrange(scheme.upperBound...at) }
        }
        shownAddress = String(shown)
    }

    /// Starts the time anew.
    func rearm() {
        deadline.store(MonotonicClock().now.nanoseconds + Self.patience, ordering: .relaxed)
    }

    /// Whether it has ended a wait.
    var hasFired: Bool { fired.load(ordering: .relaxed) }

    /// For the library, which must not outlive this.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<ReadingInterrupt>.fromOpaque(opaque).takeUnretainedValue().mustEnd ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    private var mustEnd: Bool {
        guard isCancelled() || MonotonicClock().now.nanoseconds >= deadline.load(ordering: .relaxed) else {
            return false
        }
        fired.store(true, ordering: .relaxed)
        return true
    }

    /// Why reading has failed; without the library's words, which may hold the address.
    func error(_ result: Int32, _ what: String) -> FFmpegError {
        let reason = hasFired ? "it does not answer" : FFmpegError.text(of: result)
        return FFmpegError(
            .file, "\(shownAddress) \(what): \(reason).", advice: "Check the address, and whether it can be reached.")
    }
}
