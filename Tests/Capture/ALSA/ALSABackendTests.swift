import Foundation
import Glibc
import OnAirALSA
import OnAirCapture
import OnAirMedia
import OnAirSystem
import Testing

/// The backend on a `/dev` and a `/sys` that a test has written.
@Suite("ALSABackend")
struct ALSABackendTests {
    private final class Machine: Sendable {
        let root = FileManager.default.temporaryDirectory.appending(path: "onair-cards-\(UUID().uuidString)").path()
        private let answers = Lock<[Int: Result<ALSACard?, ALSAError>]>([:])

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func write(_ path: String, _ text: String = "") throws {
            let place = URL(filePath: root + path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: place, atomically: true, encoding: .utf8)
        }

        func set(_ number: Int, _ answer: Result<ALSACard?, ALSAError>) throws {
            try write("/dev/snd/controlC\(number)")
            answers.withLock { $0[number] = answer }
        }

        func remove(_ number: Int) throws {
            try FileManager.default.removeItem(atPath: "\(root)/dev/snd/controlC\(number)")
            try? FileManager.default.removeItem(atPath: "\(root)/sys/class/sound/card\(number)")
        }

        /// A USB device with a card.
        func plug(_ number: Int, bus: Int = 1, port: String, serial: String?) throws {
            let device = "/sys/devices/pci0000:00/0000:00:14.0/usb\(bus)/\(bus)-\(port)"
            try write("\(device)/idVendor", "046d\n")
            try write("\(device)/idProduct", "0ab7\n")
            try write("\(device)/product", "Yeti\n")
            if let serial { try write("\(device)/serial", "\(serial)\n") }
            let card = "\(device)/\(bus)-\(port):1.0/sound/card\(number)"
            try write("\(card)/id", "Y\(number)\n")
            try write("\(card)/pcmC\(number)D0c/dev", "116:1\n")
            try write("\(card)/pcmC\(number)D0p/dev", "116:2\n")
            try FileManager.default.createDirectory(
                atPath: "\(root)/sys/class/sound", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/sys/class/sound/card\(number)", withDestinationPath: "../..\(card.dropFirst(4))")
        }

        var finder: ALSACardFinder {
            ALSACardFinder(reading: SystemFiles(root: root)) { number throws(ALSAError) in
                guard let answer = self.answers.withLock({ $0[number] }) else {
                    throw ALSAError("snd_ctl_open", ENOENT, of: "hw:\(number)")
                }
                return try answer.get()
            }
        }
    }

    private func card(_ number: Int, _ id: String, driver: String = "USB-Audio", devices: [Int] = [0]) -> ALSACard {
        ALSACard(
            number: number, id: id, name: "\(id) card", driver: driver,
            recordings: devices.map { .init(device: $0, name: "Input \($0)") })
    }

    @Test("Where there are no cards, or no folder for them, there are none")
    func none() {
        let backend = ALSABackend(server: nil, finder: Machine().finder)
        #expect(backend.microphones().isEmpty)
        #expect(backend.microphone(named: "alsa:PCH,0") == nil)
    }

    @Test("Real cards come before the loopback and the dummy, which nobody gets who did not choose them")
    func order() throws {
        let machine = Machine()
        try machine.set(0, .success(card(0, "Loopback", driver: "Loopback", devices: [0, 1])))
        try machine.set(1, .success(card(1, "Dummy", driver: "Dummy")))
        try machine.set(2, .success(nil))
        try machine.set(10, .success(card(10, "PCH", driver: "HDA-Intel")))
        try machine.plug(3, port: "1.2", serial: "A1")
        try machine.set(3, .success(card(3, "Y3")))
        let found = ALSABackend(server: nil, finder: machine.finder).microphones()
        #expect(
            found.map(\.uniqueID) == [
                "alsa:Yeti@046d:0ab7:A1,0", "alsa:PCH,0", "alsa:Loopback,0", "alsa:Loopback,1", "alsa:Dummy,0",
            ])
        #expect(found.map(\.isMonitor) == [false, false, true, true, true])
        #expect(found[2].localizedName == "Loopback card, Input 0" && found[1].localizedName == "PCH card")
    }

    @Test("A microphone that is plugged in again is the same one, on whatever number, bus and port")
    func replug() throws {
        let machine = Machine()
        try machine.plug(1, port: "1", serial: "A1")
        try machine.set(1, .success(card(1, "Y1")))
        let backend = ALSABackend(server: nil, finder: machine.finder)
        let driver = try #require(backend.microphones().first)
        #expect(driver.isConnected)
        try machine.remove(1)
        #expect(!driver.isConnected)
        do throws(CaptureError) {
            _ = try driver.open(MicrophoneRequest())
            Issue.record("it opened")
        } catch {
            #expect(error.kind == .missing)
        }
        try machine.plug(4, bus: 3, port: "2", serial: "A1")
        try machine.set(4, .success(card(4, "Y4")))
        #expect(driver.isConnected)
        #expect(backend.microphones().map(\.uniqueID) == [driver.uniqueID])
        for name in ["alsa:Yeti@046d:0ab7:A1", "alsa:Y4", "alsa:Y4,0", driver.uniqueID] {
            #expect(backend.microphone(named: name)?.uniqueID == driver.uniqueID, "\(name)")
        }
        #expect(backend.microphone(named: "alsa:Y4,1") == nil)
    }

    @Test("A card that this user may not ask is listed by what the system tells")
    func closed() throws {
        let machine = Machine()
        try machine.plug(2, port: "4", serial: nil)
        try machine.set(2, .failure(ALSAError("snd_ctl_open", EACCES, of: "hw:2")))
        try machine.set(5, .failure(ALSAError("snd_ctl_open", EACCES, of: "hw:5")))
        let found = ALSABackend(server: nil, finder: machine.finder).microphones()
        #expect(found.map(\.uniqueID) == ["alsa:Yeti@046d:0ab7,0"])
        #expect(found.map(\.localizedName) == ["Yeti"])
    }

    @Test("Refusals say what is wrong and what to do")
    func refusals() {
        func error(_ number: Int32, _ holders: [String] = []) -> CaptureError {
            CaptureError(opening: ALSAError("snd_pcm_open", number, of: "hw:CARD=Mic,DEV=0"), "Mic", holders: holders)
        }
        #expect(error(EBUSY, ["arecord (42)"]).kind == .busy)
        #expect(error(EBUSY, ["arecord (42)"]).message.contains("arecord (42)"))
        #expect(error(EBUSY).message.contains("another program"))
        #expect(error(EACCES).kind == .denied && error(EACCES).advice?.contains("usermod -aG audio") == true)
        #expect([ENOENT, ENODEV, ENXIO].allSatisfy { error($0).kind == .missing })
        #expect(error(EINVAL).kind == .unusable && error(EIO).kind == .unusable)
    }

    @Test("A PCM that libasound knows by name can be recorded", .timeLimit(.minutes(1)))
    func namedPCM() async throws {
        // Libasound's own card that is none; its configuration may be missing, then the name is too.
        let backend = ALSABackend(server: nil, finder: Machine().finder)
        let driver = try #require(backend.microphone(named: "alsa:pcm:null"))
        #expect(driver.uniqueID == "alsa:pcm:null" && driver.isConnected)
        do throws(CaptureError) {
            let source = try driver.open(MicrophoneRequest())
            #expect(source.format == SoundFormat(sampleRate: 48_000, channels: 2))
        } catch {
            #expect(error.kind == .missing)
        }
        let none = try #require(backend.microphone(named: "alsa:pcm:onair-no-such"))
        do throws(CaptureError) {
            _ = try none.open(MicrophoneRequest())
            Issue.record("it opened")
        } catch {
            #expect(error.kind == .missing)
        }
    }

    @Test(
        "Cards are listed where no sound server runs, and opened by name where one does", .timeLimit(.minutes(1)),
        .enabled(if: PrivateSoundServer.isInstalled, PrivateSoundServer.advice))
    func server() throws {
        let machine = Machine()
        try machine.plug(1, port: "1", serial: "A1")
        try machine.set(1, .success(card(1, "Y1")))
        let server = try PrivateSoundServer()
        let backend = ALSABackend(server: PulseBackend(address: server.address), finder: machine.finder)
        let catalog = CaptureDeviceCatalog([backend])
        #expect(backend.microphones().isEmpty && catalog.devices(for: .audio).isEmpty)
        for name in ["alsa:Yeti@046d:0ab7:A1,0", "alsa:Y1"] {
            #expect(catalog.device(uniqueID: name)?.uniqueID == "alsa:Yeti@046d:0ab7:A1,0", "\(name)")
        }
        server.crash()
        // Asked anew: a connection that is there learns of it a moment later.
        let later = ALSABackend(server: PulseBackend(address: server.address), finder: machine.finder)
        #expect(later.microphones().map(\.uniqueID) == ["alsa:Yeti@046d:0ab7:A1,0"])
    }

    @Test("A catalogue gives an unlisted microphone to whoever names it, the same object each time")
    func unlisted() throws {
        final class Hidden: CaptureBackend {
            let name = "alsa"
            let inner: ALSABackend
            init(_ inner: ALSABackend) { self.inner = inner }
            func microphone(named uniqueID: String) -> (any MicrophoneDriver)? { inner.microphone(named: uniqueID) }
        }
        let machine = Machine()
        try machine.plug(1, port: "1", serial: "A1")
        try machine.set(1, .success(card(1, "Y1")))
        let catalog = CaptureDeviceCatalog([Hidden(ALSABackend(server: nil, finder: machine.finder))])
        #expect(catalog.devices(for: .audio).isEmpty)
        let device = try #require(catalog.device(uniqueID: "alsa:Y1", for: .audio))
        #expect(device.uniqueID == "alsa:Yeti@046d:0ab7:A1,0")
        #expect(catalog.device(uniqueID: device.uniqueID) === device)
        #expect(catalog.device(uniqueID: "alsa:Y1", for: .video) == nil)
        #expect(catalog.device(uniqueID: "alsa:Nobody") == nil)
    }
}
