import Foundation
import OnAir
import Testing

/// Facts read from a tree of files that stands for a machine. The formats are those of proc(5), cgroups(7) and
/// resolv.conf(5).
@Suite struct MachineReadingTests {
    /// Makes the files below a folder of their own and calls `body` with a reader of it.
    private func machine<Result>(_ files: [String: String], _ body: (SystemFiles) throws -> Result) throws -> Result {
        let root = FileManager.default.temporaryDirectory.appending(path: "onair-machine-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try body(SystemFiles(root: root.path))
    }

    @Test("A limit of the control group counts, and the tightest of all that the process is in")
    func cgroup2() throws {
        let quota = try machine([
            "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/cpu.max": "50000 100000\n",
            "sys/fs/cgroup/a/b/cpu.max": "max 100000\n", "sys/fs/cgroup/cpu.max": "150000 100000\n",
        ]) { ProcessorFacts(reading: $0).quota }
        #expect(quota == 0.5)
        let none = try machine(["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"]) {
            ProcessorFacts(reading: $0).quota
        }
        #expect(none == nil)
    }

    @Test("A limit of version 1 counts as well, and -1 is none")
    func cgroup1() throws {
        let files = [
            "proc/self/cgroup": "3:cpu,cpuacct:/box\n2:memory:/box\n",
            "sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us": "200000\n",
            "sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us": "100000\n",
            "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "-1\n",
            "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
            "sys/fs/cgroup/memory/box/memory.limit_in_bytes": "268435456\n",
            "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
        ]
        #expect(try machine(files) { ProcessorFacts(reading: $0).quota } == 2)
        #expect(try machine(files) { MemoryFacts(reading: $0).limit } == 268_435_456)
    }

    @Test("Processors, load, governors and memory are read from where the kernel tells them")
    func kernel() throws {
        let files = [
            "proc/cpuinfo": "processor\t: 0\nmodel name\t: Fast   CPU @ 3GHz\n",
            "proc/loadavg": "1.25 0.9 0.8 1/99 7\n",
            "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
            "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "performance\n",
            "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver": "acpi-cpufreq\n",
            "proc/meminfo": "MemTotal:       2000000 kB\nMemFree: 5 kB\nMemAvailable:   1000000 kB\n",
        ]
        try machine(files) { files in
            let processors = ProcessorFacts(reading: files)
            #expect(processors.model == "Fast CPU @ 3GHz" && processors.load == 1.25)
            #expect(processors.governors == ["powersave", "performance"])
            #expect(processors.frequencyDriver == "acpi-cpufreq")
            let memory = MemoryFacts(reading: files)
            #expect(memory.total == 2_048_000_000 && memory.available == 1_024_000_000 && memory.limit == nil)
        }
    }

    @Test("A bare tree tells nothing, and that is no error")
    func bare() throws {
        try machine(["etc/hostname": "x"]) { files in
            #expect(ProcessorFacts(reading: files).quota == nil)
            #expect(MemoryFacts(reading: files) == MemoryFacts())
            #expect(!NetworkFacts(reading: files).isKnown)
            #expect(CameraFacts(reading: files, CaptureDeviceCatalog([])).nodes.isEmpty)
        }
    }

    @Test("Camera nodes carry their names and who has them open")
    func cameras() throws {
        try machine([
            "dev/video0": "", "dev/video10": "", "dev/videoish": "", "etc/group": "root:x:0:\n",
            "sys/class/video4linux/video0/name": "HD Camera\n", "proc/4711/comm": "cheese\n", "proc/4711/fd/x": "",
        ]) { files in
            let facts = CameraFacts(reading: files, CaptureDeviceCatalog([]))
            #expect(facts.nodes.map(\.path) == ["/dev/video0", "/dev/video10"])
            #expect(facts.nodes.map(\.name) == ["HD Camera", nil])
            #expect(facts.nodes.allSatisfy { $0.isAllowed && $0.holders.isEmpty })
        }
        let root = FileManager.default.temporaryDirectory.appending(path: "onair-machine-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appending(path: "proc/4711/fd")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: root.appending(path: "dev"), withIntermediateDirectories: true)
        try Data().write(to: root.appending(path: "dev/video0"))
        try Data("cheese\n".utf8).write(to: root.appending(path: "proc/4711/comm"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "5").path, withDestinationPath: "/dev/video0")
        let held = CameraFacts(reading: SystemFiles(root: root.path), CaptureDeviceCatalog([]))
        #expect(held.nodes.map(\.holders) == [["cheese (4711)"]])
    }

    @Test("Default routes are those to everywhere that are up and do not refuse")
    func routes() {
        let routes = """
            Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
            eth0	00000000	010200C0	0003	0	0	0	00000000	0	0	0
            eth0	000200C0	00000000	0001	0	0	0	00FFFFFF	0	0	0
            wlan0	00000000	010200C0	0002	0	0	0	00000000	0	0	0
            """
        #expect(NetworkFacts.defaults(inRoutes: routes) == ["eth0"])
        let zero = String(repeating: "0", count: 32)
        let routes6 = """
            \(zero) 00 \(zero) 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003 eth1
            \(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200 lo
            fe80\(zero.dropLast(4)) 40 \(zero) 00 \(zero) 00000100 00000001 00000000 00000001 eth1
            """
        #expect(NetworkFacts.defaults(inIPv6Routes: routes6) == ["eth1"])
    }

    @Test("Name servers are the lines that say so")
    func nameServers() {
        let text = "# nameserver 203.0.113.1\nsearch local\nnameserver 192.0.2.1\nnameserver\t2001:db8::1\nnameserver\n"
        #expect(NetworkFacts.nameServers(in: text) == ["192.0.2.1", "2001:db8::1"])
    }

    @Test("Limits are read by name, and unlimited is none")
    func limits() throws {
        let text = """
            Limit                     Soft Limit           Hard Limit           Units
            Max open files            1024                 524288               files
            Max realtime priority     0                    0
            Max msgqueue size         unlimited            unlimited            bytes
            """
        #expect(LimitFacts.limit("Max open files", in: text) == 1024)
        #expect(LimitFacts.limit("Max realtime priority", in: text) == 0)
        #expect(LimitFacts.limit("Max msgqueue size", in: text) == nil)
        #expect(try machine(["proc/self/limits": text]) { LimitFacts(reading: $0).openFiles } == 1024)
    }

    @Test(
        "A sound server's socket is where its library looks",
        arguments: [
            (["PULSE_SERVER": "unix:/tmp/p"], ["/tmp/p"]), (["PULSE_SERVER": "{abc}unix:/tmp/p tcp:host"], ["/tmp/p"]),
            (["PULSE_SERVER": "/tmp/p"], ["/tmp/p"]), (["PULSE_SERVER": "host"], []),
            (["PULSE_RUNTIME_PATH": "/r"], ["/r/native"]),
            (["XDG_RUNTIME_DIR": "/run/user/7"], ["/run/user/7/pulse/native", "/run/pulse/native"]),
            ([:], ["/run/pulse/native"]),
        ] as [([String: String], [String])])
    func sockets(environment: [String: String], paths: [String]) {
        #expect(SoundFacts.sockets { environment[$0] } == paths)
    }

    @Test("This machine is looked at and measured within the time that is promised")
    func thisMachine() {
        let clock = MonotonicClock()
        let start = clock.now
        let findings = Doctor.examine()
        #expect(clock.now.nanoseconds(since: start) < 3_000_000_000)
        #expect(findings.contains { $0.code == "h264-speed" && $0.seen.contains("ms a picture") })
        #expect(!findings.contains { $0.code == "h264-encoder" || $0.code == "aac-encoder" && $0.state == .problem })
    }
}
