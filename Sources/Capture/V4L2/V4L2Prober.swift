import COnAirV4L2
import Dispatch
import Glibc
import OnAirMedia
import OnAirSystem
import OnAirV4L2

/// Asks nodes what they are, each once, on a thread of its own that may hang.
final class V4L2Prober: Sendable {
    /// What a node is.
    enum Facts: Sendable {
        case camera(V4L2Capabilities, CaptureDevice.Position)
        /// This process may not open it.
        case denied
        /// No camera, or one that does not answer.
        case other
    }

    private struct State {
        var known: [String: (key: V4L2Directory.Key, facts: Facts)] = [:]
        var asked: [String: V4L2Directory.Key] = [:]
    }

    /// Far more than any answer takes; a device that is being reset takes longer.
    private static let patience = DispatchTimeInterval.milliseconds(1000)

    private let opening: V4L2Directory.Opening
    private let state = Lock(State())

    init(_ opening: @escaping V4L2Directory.Opening) { self.opening = opening }

    /// What the node at `path` is; asked only where `key` is new.
    func facts(of path: String, _ key: V4L2Directory.Key) -> Facts {
        let answer = state.withLock { state -> Facts? in
            if let known = state.known[path], known.key == key { return known.facts }
            // Whoever hangs is not asked twice.
            guard state.asked[path] != key else { return .other }
            state.asked[path] = key
            return nil
        }
        if let answer { return answer }
        let answered = DispatchSemaphore(value: 0)
        SerialThread.start(name: "v4l2-probe") { [self] in
            let facts = ask(path)
            state.withLock { state in
                if let facts { state.known[path] = (key, facts) }
                if state.asked[path] == key { state.asked[path] = nil }
            }
            answered.signal()
        }
        guard answered.wait(timeout: .now() + Self.patience) == .success else { return .other }
        return state.withLock { state in
            if let known = state.known[path], known.key == key { known.facts } else { .other }
        }
    }

    /// Forgets what is not at `paths` any more.
    func forget(allBut paths: Set<String>) {
        state.withLock { state in state.known = state.known.filter { paths.contains($0.key) } }
    }

    /// Nil where it is to be asked again.
    private func ask(_ path: String) -> Facts? {
        do throws(V4L2Error) {
            let node = try opening(path)
            let capabilities = try V4L2Capabilities(of: node)
            guard capabilities.isCamera else { return .other }
            return .camera(capabilities, Self.position(of: node))
        } catch {
            return switch error.number {
            case EACCES, EPERM: .denied
            case ENOTTY, EINVAL: .other
            default: nil
            }
        }
    }

    private static func position(of node: V4L2Node) -> CaptureDevice.Position {
        switch node.orientation {
        case .front: .front
        case .back: .back
        case .external, nil: .unspecified
        }
    }
}
