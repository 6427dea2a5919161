import OnAirCapture
import OnAirMedia
import Testing

/// A backend whose devices a test puts in and takes out.
private final class ScriptedBackend: CaptureBackend {
    let name = "scripted"
    private let devices = Lock<[any CameraDriver]>([])
    private let problem = Lock<CaptureError?>(nil)
    private let watchers = Lock<[@Sendable () -> Void]>([])

    init(_ cameras: [any CameraDriver] = []) { devices.withLock { $0 = cameras } }

    func cameras() throws(CaptureError) -> [any CameraDriver] {
        if let problem = problem.withLock({ $0 }) { throw problem }
        return devices.withLock { $0 }
    }

    func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? {
        watchers.withLock { $0.append(changed) }
        return self
    }

    func set(_ cameras: [any CameraDriver], problem: CaptureError? = nil) {
        devices.withLock { $0 = cameras }
        self.problem.withLock { $0 = problem }
        for watcher in watchers.withLock({ $0 }) { watcher() }
    }
}

struct CaptureDeviceCatalogTests {
    let front = ScriptedCamera("scripted:usb-A", position: .front)
    let back = ScriptedCamera("scripted:usb-B", position: .back)

    @Test("One device is one object, whoever finds it and however")
    func oneObject() throws {
        let catalog = CaptureDeviceCatalog([ScriptedBackend([front, back])])
        let device = try #require(catalog.devices(for: .video).first)
        #expect(catalog.devices(for: .video).first === device)
        #expect(catalog.device(uniqueID: "scripted:usb-A") === device)
        #expect(catalog.defaultDevice(for: .video) === device)
        #expect(catalog.defaultDevice(for: .video, position: .back)?.uniqueID == "scripted:usb-B")
        #expect(catalog.device(uniqueID: "scripted:usb-C") == nil)
        #expect(catalog.defaultDevice(for: .audio) == nil)
    }

    @Test("Real devices come before simulated ones, and a sound server's microphones before the cards'")
    func order() {
        #expect(CaptureDeviceCatalog.shared.backendNames == ["v4l2", "pulse", "alsa", "simulated"])
    }

    @Test("Cameras that are found in another order, and at other nodes, are still themselves")
    func reordered() throws {
        let backend = ScriptedBackend([front, back])
        let catalog = CaptureDeviceCatalog([backend])
        let chosen = try #require(catalog.devices(for: .video).first)
        // A backend may make its drivers anew each time it looks.
        backend.set([
            ScriptedCamera("scripted:usb-B", position: .back), ScriptedCamera("scripted:usb-A", position: .front),
        ])
        #expect(catalog.devices(for: .video).map(\.uniqueID) == ["scripted:usb-B", "scripted:usb-A"])
        #expect(catalog.device(uniqueID: chosen.uniqueID) === chosen)
        #expect(catalog.defaultDevice(for: .video, position: .front) === chosen)
    }

    @Test("Devices that come and go are told, and nothing else is")
    func events() async throws {
        let backend = ScriptedBackend([front])
        let catalog = CaptureDeviceCatalog([backend])
        let device = try #require(catalog.devices(for: .video).first)
        var events = catalog.events().makeAsyncIterator()
        backend.set([front])
        backend.set([back, front])
        backend.set([back])
        backend.set([back, front])
        var words: [String] = []
        for _ in 0..<3 {
            switch await events.next() {
            case .connected(let device)?: words.append("+\(device.uniqueID)")
            case .disconnected(let device)?: words.append("-\(device.uniqueID)")
            default: words.append("?")
            }
        }
        #expect(words == ["+scripted:usb-B", "-scripted:usb-A", "+scripted:usb-A"])
        #expect(catalog.device(uniqueID: "scripted:usb-A") === device)
    }

    @Test("Changes from many threads at once end in the truth")
    func concurrentChanges() async throws {
        let backend = ScriptedBackend([front])
        let catalog = CaptureDeviceCatalog([backend])
        let events = catalog.events()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { backend.set([front, back]) }
                group.addTask { backend.set([]) }
            }
        }
        let marker = ScriptedCamera("scripted:marker")
        backend.set([marker])
        var present: Set<String> = ["scripted:usb-A"]
        for await event in events {
            switch event {
            case .connected(let device):
                #expect(present.insert(device.uniqueID).inserted)
            case .disconnected(let device): #expect(present.remove(device.uniqueID) != nil)
            case .missed: Issue.record("fewer events than that fit")
            }
            if present.contains("scripted:marker") { break }
        }
        #expect(present == ["scripted:marker"])
    }

    @Test("A backend that cannot look hides nobody else's devices, and says why")
    func problems() throws {
        let broken = ScriptedBackend()
        broken.set([], problem: CaptureError(.unusable, "The server refused the connection."))
        let catalog = CaptureDeviceCatalog([broken, ScriptedBackend([front])])
        #expect(catalog.devices(for: .video).map(\.uniqueID) == ["scripted:usb-A"])
        let problems = catalog.problems(for: .video)
        #expect(problems.map(\.backend) == ["scripted"])
        #expect(problems.first?.error.message == "The server refused the connection.")
        #expect(catalog.problems(for: .audio).isEmpty)
    }

    @Test("A device that nobody holds any more is let go")
    func letGo() {
        let catalog = CaptureDeviceCatalog([ScriptedBackend([front])])
        weak let device = catalog.devices(for: .video).first
        #expect(device == nil)
        #expect(catalog.devices(for: .video).count == 1)
    }

    @Test("Every machine has a front and a back camera and a microphone")
    func shared() throws {
        for position in [CaptureDevice.Position.front, .back] {
            #expect(CaptureDevice.default(for: .video, position: position)?.position == position)
        }
        #expect(CaptureDevice.default(for: .audio)?.mediaType == .audio)
        #expect(CaptureDevice.devices(for: .video).count >= 2)
    }
}
