import OnAir
import Testing

/// Machines that are made up, and what must be said of them.
@Suite struct DoctorTests {
    /// A desktop with everything.
    private static var desktop: MachineFacts {
        var machine = MachineFacts()
        machine.processors.count = 8
        machine.processors.load = 0.3
        machine.processors.governors = ["schedutil"]
        machine.memory.total = 16_000_000_000
        machine.memory.available = 12_000_000_000
        machine.encoders.measurements = [
            .init(
                size: PictureSize(width: 1280, height: 720), milliseconds: 4, processorMilliseconds: 7, pictures: 60,
                threads: 2),
            .init(
                size: PictureSize(width: 1920, height: 1080), milliseconds: 8, processorMilliseconds: 15, pictures: 30,
                threads: 4),
        ]
        machine.cameras.devices = [ListedDevice(id: "v4l2:cam", name: "HD Camera")]
        machine.cameras.nodes = [DeviceNode(path: "/dev/video0", name: "HD Camera", isAllowed: true, group: "video")]
        machine.sound.devices = [ListedDevice(id: "pulse:mic", name: "Mic")]
        machine.sound.servers = [.init(path: "/run/user/1000/pulse/native", state: .present)]
        machine.limits.openFiles = 1024
        machine.clock.source = "tsc"
        machine.clock.isSynchronized = true
        machine.disk.free = 500_000_000_000
        machine.network.isKnown = true
        machine.network.defaultRoutes = ["eth0"]
        machine.network.nameServers = ["192.0.2.1"]
        return machine
    }

    private func findings(_ change: (inout MachineFacts) -> Void) -> [DoctorFinding] {
        var machine = Self.desktop
        change(&machine)
        return Doctor.findings(of: machine)
    }

    /// What is said under `code` when the desktop is changed so.
    private func finding(_ code: String, _ change: (inout MachineFacts) -> Void) throws -> DoctorFinding {
        try #require(findings(change).first { $0.code == code })
    }

    @Test("A desktop with everything is good in every area")
    func good() {
        let findings = findings { _ in }
        #expect(findings.allSatisfy { $0.state == .good }, "\(findings.filter { $0.state != .good })")
        #expect(Set(findings.map(\.area)) == Set(DoctorFinding.Area.allCases))
    }

    @Test("Nothing known is nothing to fear: only devices are missing")
    func unknown() { #expect(!Doctor.findings(of: MachineFacts()).contains { $0.state == .problem }) }

    @Test("Whatever is not good says what to do, and everything says why it matters")
    func remedies() {
        let all =
            findings { $0 = MachineFacts() } + findings { $0.encoders.h264Problem = "none" }
            + findings { $0.limits.openFiles = 20 } + findings { $0.disk.isWritable = false }
        for finding in all {
            #expect(!finding.seen.isEmpty && !finding.why.isEmpty)
            #expect(finding.state == .good || finding.fix != nil, "\(finding)")
        }
    }

    @Test("Without x264 or AAC there is no going live")
    func encoders() throws {
        let video = try finding("h264-encoder") { $0.encoders.h264Problem = "This libavcodec has no x264." }
        #expect(video.state == .problem && video.seen.contains("x264") && video.fix?.contains("libx264") == true)
        let sound = try finding("aac-encoder") { $0.encoders.aacProblem = "no AAC" }
        #expect(sound.state == .problem)
    }

    @Test("One processor is worth a note, in the singular, and what fits is left to the encoder's finding")
    func oneProcessor() throws {
        let change: (inout MachineFacts) -> Void = { $0.processors.count = 1 }
        let counted = try finding("cpu-count", change)
        #expect(counted.state == .note && counted.fix?.contains("540") == false)
        #expect(try finding("cpu-load", change).seen.hasSuffix("for 1 processor"))
        #expect(
            try finding("cpu-quota") {
                $0.processors = ProcessorFacts()
                $0.processors.quota = 0.5
            }.seen.contains("of 1 processor "))
    }

    @Test(
        "Between 60 % and all of a picture's time is borderline",
        arguments: [(19.9, "fits"), (20.1, "is borderline"), (33.2, "is borderline"), (33.5, "does not fit")])
    func borderline(milliseconds: Double, verdict: String) throws {
        let speed = try finding("h264-speed") { machine in
            machine.encoders.measurements[0].milliseconds = milliseconds
        }
        #expect(speed.seen.contains("720p30 \(verdict)"))
    }

    @Test("A machine on which only the smallest profile is borderline can go live, with a note")
    func smallestBorderline() throws {
        // 360p15 is a quarter of 720p; 0.6 / 15 s leaves 40 ms, all of it 66.7.
        let speed = try finding("h264-speed") { machine in
            for index in machine.encoders.measurements.indices {
                machine.encoders.measurements[index].milliseconds = [200, 450][index]
            }
        }
        #expect(speed.state == .note && speed.seen.contains("smallest is borderline"))
    }

    @Test("The spread of the bursts is told")
    func spread() throws {
        let speed = try finding("h264-speed") { $0.encoders.measurements[0].slowest = 9 }
        #expect(speed.seen.contains("1280x720 takes 4 ms a picture at best and 9 ms at worst"))
    }

    @Test("Half a processor is told, and what fits into it")
    func quota() throws {
        let change: (inout MachineFacts) -> Void = { $0.processors.quota = 0.5 }
        let limited = try finding("cpu-quota", change)
        #expect(limited.state == .note && limited.seen.contains("0.5 of 8") && limited.fix?.contains("--cpus") == true)
        // 720p30 takes 7 of the 0.6 · 33.3 · 0.5 = 10 ms there are, 1080p30 would take 15.
        let speed = try finding("h264-speed", change)
        #expect(speed.state == .good && speed.seen.contains("720p30 fits, 1080p30 is borderline"))
        #expect(speed.fix?.contains("720p_3") == true)
        #expect(findings { $0.processors.quota = 8 }.allSatisfy { $0.code != "cpu-quota" })
    }

    @Test(
        "The largest profile is the one with the most pixels a second that fits",
        arguments: [
            // ms for a 720p picture, the profile: 0.6 / 30 of 1080p = 2.25 · 720p, 0.6 / 24 of 720p, and so on.
            (8.0, Profile.p1080n1), (20, .p720n3), (28, .p720n2), (60, .p540n1), (100, .p360n2), (140, .p360n1),
            (500, nil),
        ] as [(Double, Profile?)])
    func profiles(milliseconds: Double, profile: Profile?) {
        var encoders = EncoderFacts()
        encoders.measurements = [
            .init(
                size: PictureSize(width: 1280, height: 720), milliseconds: milliseconds,
                processorMilliseconds: milliseconds, pictures: 10, threads: 1)
        ]
        var processors = ProcessorFacts()
        processors.count = 4
        let found = encoders.largestProfile(on: processors)
        #expect(
            found.map { [$0.streamSize.height, Int($0.frameRate.framesPerSecond.numerator)] }
                == profile.map { [$0.streamSize.height, Int($0.frameRate.framesPerSecond.numerator)] })
    }

    @Test("A machine too slow for the smallest profile has a problem")
    func slow() throws {
        let speed = try finding("h264-speed") { machine in
            for index in machine.encoders.measurements.indices {
                machine.encoders.measurements[index].milliseconds = 900
            }
        }
        #expect(speed.state == .problem && speed.seen.contains("no profile fits"))
    }

    @Test(
        "Memory is enough, short, or too little, also where a control group limits it",
        arguments: [
            (2_000_000_000, nil, .good), (300_000_000, nil, .note), (50_000_000, nil, .problem),
            (2_000_000_000, 256_000_000, .note), (2_000_000_000, 64_000_000, .problem),
        ] as [(Int64, Int64?, DoctorFinding.State)])
    func memory(available: Int64, limit: Int64?, state: DoctorFinding.State) throws {
        #expect(try finding("memory") { ($0.memory.available, $0.memory.limit) = (available, limit) }.state == state)
    }

    @Test("A governor that holds the processors back is a note, where the hardware does not decide by itself")
    func governor() throws {
        #expect(try finding("cpu-governor") { $0.processors.governors = ["powersave"] }.state == .note)
        #expect(
            try finding("cpu-governor") {
                ($0.processors.governors, $0.processors.frequencyDriver) = (["powersave"], "intel_pstate")
            }.state == .good)
    }

    @Test("A busy machine is a note")
    func load() throws {
        #expect(try finding("cpu-load") { $0.processors.load = 7 }.state == .note)
        #expect(try finding("cpu-load") { ($0.processors.load, $0.processors.quota) = (0.45, 0.5) }.state == .note)
    }

    @Test("A camera this user may not open names the group to join")
    func deniedNode() throws {
        let change: (inout MachineFacts) -> Void = { machine in
            machine.cameras.user = "anna"
            machine.cameras.nodes[0].isAllowed = false
        }
        let denied = try finding("camera-node-denied", change)
        // Another camera can be used.
        #expect(
            denied.state == .note && denied.seen.contains("anna") && denied.seen.contains("/dev/video0 (HD Camera)"))
        #expect(denied.fix?.contains("usermod -aG video anna") == true)
        let alone: (inout MachineFacts) -> Void = { machine in
            change(&machine)
            machine.cameras.devices = []
        }
        #expect(try finding("camera-node-denied", alone).state == .problem)
        #expect(try finding("camera", alone).seen.contains("anna may open none"))
        let noGroup = try finding("camera-node-denied") { machine in
            (machine.cameras.nodes[0].isAllowed, machine.cameras.nodes[0].group) = (false, nil)
        }
        #expect(noGroup.fix?.contains("udev") == true)
    }

    @Test("A camera somebody else uses is named with who it is")
    func heldNode() throws {
        let held = try finding("camera-held") { $0.cameras.nodes[0].holders = ["cheese (4711)"] }
        #expect(held.state == .note && held.seen.contains("cheese (4711)"))
    }

    @Test("No camera and no microphone are notes: there are simulated ones")
    func noDevices() throws {
        let none = findings { ($0.cameras, $0.sound) = (CameraFacts(), SoundFacts()) }
        #expect(none.filter { $0.area == .camera || $0.area == .microphone }.allSatisfy { $0.state == .note })
    }

    @Test("Without a camera the machine can still go live, and is told how")
    func noCamera() throws {
        for nodes in [[], [DeviceNode(path: "/dev/video0", isAllowed: true)]] {
            let found = findings { ($0.cameras.devices, $0.cameras.nodes) = ([], nodes) }.filter { $0.area == .camera }
            #expect(found.allSatisfy { $0.state == .note && $0.fix?.contains("--camera simulated") == true })
            #expect(found.allSatisfy { !$0.seen.contains("not supported") })
        }
    }

    @Test("A USB camera without a driver is a problem, two on one USB 2 bus are a note")
    func usbCameras() throws {
        let driver = try finding("camera-driver") { $0.cameras.usb = [.init(name: "Brio", hasDriver: false)] }
        #expect(driver.state == .problem && driver.seen.contains("Brio") && driver.fix?.contains("uvcvideo") == true)
        let shared = try finding("camera-bandwidth") { machine in
            machine.cameras.usb = [.init(name: "A", speed: 480, bus: 1), .init(name: "B", speed: 480, bus: 1)]
        }
        #expect(shared.state == .note && shared.seen.contains("A and B"))
        let apart = findings { machine in
            machine.cameras.usb = [.init(name: "A", speed: 480, bus: 1), .init(name: "B", speed: 5000, bus: 1)]
        }
        #expect(!apart.contains { $0.code == "camera-bandwidth" })
    }

    @Test("A capture card without a signal is a note")
    func signal() throws {
        let silent = try finding("camera-signal") { $0.cameras.devices[0].signalProblem = "HD Camera has no signal." }
        #expect(silent.state == .note && silent.seen.contains("no signal"))
    }

    @Test("The only device being closed is a problem, one of two is not")
    func deniedDevices() throws {
        #expect(
            try finding("camera-denied") { $0.cameras.devices[0].refusal = "You may not." }.state == .problem)
        #expect(try finding("microphone-denied") { $0.sound.devices[0].refusal = "You may not." }.state == .problem)
        let one = findings { $0.cameras.devices.append(ListedDevice(id: "v4l2:b", name: "B", refusal: "no")) }
        #expect(one.allSatisfy { $0.state == .good })
    }

    @Test("A sound server that is not there, or closed, names the socket")
    func soundServer() throws {
        let path = "/run/user/7/pulse/native"
        let absent = try finding("sound-server") { $0.sound.servers = [.init(path: path, state: .absent)] }
        #expect(absent.state == .note && absent.seen.contains(path))
        let foreign = try finding("sound-server") { machine in
            machine.sound.servers = [.init(path: path, state: .absent)]
            machine.sound.foreignHome = "/root, which belongs to root"
        }
        #expect(foreign.state == .note && foreign.seen.contains("HOME is /root, which belongs to root"))
        #expect(foreign.fix?.contains("HOME") == true)
        let closed = try finding("sound-server-denied") { $0.sound.servers = [.init(path: path, state: .denied)] }
        #expect(closed.state == .problem && closed.seen.contains(path))
        // The backend's own words take its place.
        let told = findings { machine in
            machine.sound.servers = [.init(path: path, state: .denied)]
            machine.sound.problems = [
                BackendProblem(backend: "pulse", code: "device-denied", message: "It is closed.", advice: "Ask.")
            ]
        }.filter { $0.code == "sound-server-denied" }
        #expect(told.map(\.seen) == ["It is closed."] && told.first?.fix == "Ask.")
    }

    @Test("What the desktop plays is no microphone")
    func monitor() throws {
        let monitor = try finding("microphone") {
            $0.sound.devices = [ListedDevice(id: "pulse:sink.monitor", name: "Monitor of Sink", isMonitor: true)]
        }
        #expect(monitor.state == .note && monitor.seen.contains("no microphone"))
    }

    @Test("Sound hardware that is closed matters only where no sound server has it")
    func soundHardware() throws {
        let node = DeviceNode(path: "/dev/snd/pcmC0D0c", isAllowed: false, group: "audio")
        #expect(try finding("sound-hardware") { $0.sound.nodes = [node] }.state == .good)
        let alone = try finding("sound-hardware") { ($0.sound.nodes, $0.sound.devices) = ([node], []) }
        #expect(alone.state == .problem && alone.fix?.contains("audio") == true)
    }

    @Test("Without a sound server the cards are enough; one that is held, muted or closed is told")
    func soundCards() throws {
        let node = DeviceNode(path: "/dev/snd/pcmC1D0c", isAllowed: true, group: "audio")
        let card = ListedDevice(id: "alsa:Mic@1:2,0", name: "Mic")
        func cards(_ machine: inout MachineFacts) {
            machine.sound = SoundFacts()
            machine.sound.servers = [.init(path: "/run/user/7/pulse/native", state: .absent)]
            (machine.sound.devices, machine.sound.nodes) = ([card], [node])
        }
        let server = try finding("sound-server", cards)
        #expect(server.state == .good && server.why.contains("ALSA"))
        let held = try finding("microphone-held") { machine in
            cards(&machine)
            machine.sound.nodes[0].holders = ["arecord (42)"]
        }
        #expect(held.state == .note && held.seen.contains("arecord (42)"))
        let muted = try finding("microphone-muted") { machine in
            cards(&machine)
            machine.sound.silences = [
                .init(microphone: "Mic", reason: "“Mic” is switched off", command: "amixer -c Mic sset 'Mic' cap")
            ]
        }
        #expect(muted.state == .problem && muted.fix == "amixer -c Mic sset 'Mic' cap")
        let closed = try finding("sound-hardware") { machine in
            cards(&machine)
            machine.sound.devices[0].refusal = "Only the group audio may."
            machine.sound.nodes[0].isAllowed = false
        }
        #expect(closed.state == .problem && closed.fix?.contains("usermod -aG audio") == true)
        let denied = try finding("microphone-denied") { machine in
            cards(&machine)
            machine.sound.devices[0].refusal = "Only the group audio may."
            machine.sound.nodes[0].isAllowed = false
        }
        #expect(denied.state == .problem && denied.seen.contains("Only the group audio may."))
        // A server that has the card is no program in the way.
        let served = findings { machine in
            machine.sound.devices = [ListedDevice(id: "pulse:mic", name: "Mic")]
            machine.sound.nodes = [node]
            machine.sound.nodes[0].holders = ["pulseaudio (7)"]
        }
        #expect(!served.contains { $0.code == "microphone-held" })
        // A loopback is no microphone that anybody gets who did not choose it.
        let loop = try finding("microphone") { machine in
            cards(&machine)
            machine.sound.devices = [ListedDevice(id: "alsa:Loopback,1", name: "Loopback", isMonitor: true)]
        }
        #expect(loop.state == .note && loop.seen.contains("no microphone"))
    }

    @Test(
        "Open files are enough, few, or too few",
        arguments: [(nil, .good), (1024, .good), (128, .good), (40, .note), (28, .note), (27, .problem)]
            as [(Int64?, DoctorFinding.State)])
    func files(limit: Int64?, state: DoctorFinding.State) throws {
        #expect(try finding("open-files") { $0.limits.openFiles = limit }.state == state)
    }

    @Test("A slow clock source and an unkept wall clock are notes")
    func clocks() throws {
        #expect(try finding("clock-source") { $0.clock.source = "hpet" }.state == .note)
        #expect(try finding("time-sync") { $0.clock.isSynchronized = false }.state == .note)
    }

    @Test("Three gigabytes are six hours, and one is too little for an evening")
    func disk() throws {
        // 1024 + 64 kbit/s and 2 % for the file: 3e9 · 8 / 1 109 760 = 21 626 s.
        #expect(abs(DiskFacts.hours(in: 3_000_000_000) - 6.007) < 0.01)
        let three = try finding("disk") { $0.disk.free = 3_000_000_000 }
        #expect(three.state == .good && three.seen.contains("3 GB free") && three.seen.contains("6 hours"))
        #expect(try finding("disk") { $0.disk.free = 1_000_000_000 }.state == .note)
        #expect(try finding("disk") { $0.disk.isWritable = false }.state == .note)
    }

    @Test("No way out and no names are notes: this machine can still be sent to")
    func network() throws {
        #expect(try finding("route") { $0.network.defaultRoutes = [] }.state == .note)
        #expect(try finding("resolver") { $0.network.nameServers = [] }.state == .note)
    }
}
