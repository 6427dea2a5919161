import OnAirMedia

/// The devices there are: asks every backend and keeps one object for each device.
///
/// Real devices come before simulated ones, so that the first is the one to use.
public final class CaptureDeviceCatalog: Sendable {
    /// Something that has changed about the devices.
    public enum Event: Sendable {
        case connected(CaptureDevice)
        case disconnected(CaptureDevice)
        /// This listener was too slow and missed so many.
        case missed(Int)
    }

    /// The devices of this machine, and the simulated ones.
    public static let shared = CaptureDeviceCatalog([
        V4L2Backend.shared, PulseBackend.shared, ALSABackend.shared, SimulatedBackend.shared,
    ])

    private struct State {
        /// The object of each device that somebody still holds.
        var known: [String: WeakDevice] = [:]
        var present: [CaptureDevice] = []
        var watches: [AnyObject] = []
        var isWatching = false
        /// One look at a time, and another after it where something has changed meanwhile.
        var isLooking = false
        var mustLookAgain = false
        /// The first look tells nothing: it is what listeners start from.
        var hasLooked = false
    }

    private struct WeakDevice { weak var device: CaptureDevice? }

    private let backends: [any CaptureBackend]
    private let state = Lock(State())
    private let hub = EventHub<Event> { .missed($0) }

    /// A catalogue of the devices of `backends`, in their order.
    public init(_ backends: [any CaptureBackend]) { self.backends = backends }

    /// The names of its backends, in their order.
    package var backendNames: [String] { backends.map(\.name) }

    /// The devices that capture `mediaType`, in the order of preference. A backend that cannot look has none;
    /// `problems` says why.
    public func devices(for mediaType: MediaType) -> [CaptureDevice] { look(for: mediaType).devices }

    /// The backends that cannot look for devices, and why.
    public func problems(for mediaType: MediaType) -> [(backend: String, error: CaptureError)] {
        look(for: mediaType).problems
    }

    /// The device with this `uniqueID`, or that a backend knows to be meant by it: a V4L2 camera also by its node, such as
    /// `/dev/video0`, and by the ID it had in another place; a sound card's microphone also where it is not listed. Nil
    /// where there is none now.
    public func device(uniqueID: String) -> CaptureDevice? {
        MediaType.allCases.lazy.compactMap { self.device(uniqueID: uniqueID, for: $0) }.first
    }

    /// The same among those that capture `mediaType`.
    public func device(uniqueID: String, for mediaType: MediaType) -> CaptureDevice? {
        let devices = devices(for: mediaType)
        if let device = devices.first(where: { $0.uniqueID == uniqueID }) { return device }
        for backend in backends {
            guard let id = backend.uniqueID(of: uniqueID, for: mediaType) else { continue }
            return devices.first { $0.uniqueID == id }
        }
        return unlisted(uniqueID, mediaType)
    }

    private func unlisted(_ uniqueID: String, _ mediaType: MediaType) -> CaptureDevice? {
        guard mediaType == .audio else { return nil }
        return backends.lazy.compactMap { $0.microphone(named: uniqueID) }.first.map { driver in
            known(driver.uniqueID) { .init(driver) }
        }
    }

    /// The device to use: the first that looks `position`; for `unspecified`, the first of all. Never a monitor.
    public func defaultDevice(
        for mediaType: MediaType, position: CaptureDevice.Position = .unspecified
    ) -> CaptureDevice? {
        Self.defaultDevice(of: devices(for: mediaType), position: position)
    }

    /// The device to use of `devices`, which are all of one kind in the order of preference.
    public static func defaultDevice(
        of devices: [CaptureDevice], position: CaptureDevice.Position = .unspecified
    ) -> CaptureDevice? {
        let all = devices.filter { !$0.isMonitor }
        return position == .unspecified ? all.first : all.first { $0.position == position }
    }

    /// Devices that come and go, from now on.
    public func events() -> AsyncStream<Event> {
        let events = hub.events()
        startWatching()
        return events
    }

    /// The devices that capture `mediaType`, and the backends that could not look: one look for both, which counts where
    /// a sound server does not answer.
    public func look(
        for mediaType: MediaType
    ) -> (devices: [CaptureDevice], problems: [(backend: String, error: CaptureError)]) {
        var (devices, problems): ([CaptureDevice], [(backend: String, error: CaptureError)]) = ([], [])
        for backend in backends {
            do throws(CaptureError) {
                switch mediaType {
                case .video: devices += try backend.cameras().map { driver in known(driver.uniqueID) { .init(driver) } }
                case .audio:
                    devices += try backend.microphones().map { driver in known(driver.uniqueID) { .init(driver) } }
                }
            } catch {
                problems.append((backend.name, error))
            }
        }
        return (devices, problems)
    }

    private func known(_ id: String, _ make: () -> CaptureDevice) -> CaptureDevice {
        state.withLock { state in
            if let device = state.known[id]?.device { return device }
            state.known = state.known.filter { $0.value.device != nil }
            let device = make()
            state.known[id] = WeakDevice(device: device)
            return device
        }
    }

    private func startWatching() {
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        // Watching before looking: what comes between is seen by one of them.
        let watches = backends.compactMap { backend in backend.watch { [weak self] in self?.look() } }
        state.withLock { $0.watches = watches }
        look()
    }

    /// Looks what there is now, and tells what has changed.
    private func look() {
        let isMine = state.withLock { state in
            state.mustLookAgain = true
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isMine else { return }
        while takeLook() {
            let now = MediaType.allCases.flatMap { devices(for: $0) }
            let before: [CaptureDevice]? = state.withLock { state in
                defer { (state.present, state.hasLooked) = (now, true) }
                return state.hasLooked ? state.present : nil
            }
            guard let before else { continue }
            for device in before where !now.contains(where: { $0 === device }) { hub.post(.disconnected(device)) }
            for device in now where !before.contains(where: { $0 === device }) { hub.post(.connected(device)) }
        }
    }

    private func takeLook() -> Bool {
        state.withLock { state in
            state.isLooking = state.mustLookAgain
            state.mustLookAgain = false
            return state.isLooking
        }
    }
}

extension CaptureDevice {
    /// The device of this machine to use for `mediaType`: a real one where there is one, else a simulated one.
    public static func `default`(for mediaType: MediaType, position: Position = .unspecified) -> CaptureDevice? {
        CaptureDeviceCatalog.shared.defaultDevice(for: mediaType, position: position)
    }

    /// All devices of this machine that capture `mediaType`, real ones first.
    public static func devices(for mediaType: MediaType) -> [CaptureDevice] {
        CaptureDeviceCatalog.shared.devices(for: mediaType)
    }
}
