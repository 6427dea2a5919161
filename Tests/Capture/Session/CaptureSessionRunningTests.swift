import OnAirCapture
import OnAirMedia
import Testing

struct CaptureSessionRunningTests {
    /// A rig with both inputs and a probe behind it.
    private func fullRig(
        _ script: (inout ScriptedCamera.Script) -> Void = { _ in }
    ) throws -> (CaptureRig, ProbeOutput, camera: CaptureDeviceInput) {
        let rig = CaptureRig(script)
        let probe = ProbeOutput(rig.runner)
        let camera = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
        try rig.session.configure { session throws(CaptureError) in
            try session.addOutput(probe.video)
            try session.addOutput(probe.audio)
            try session.addInput(camera)
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(rig.microphone)))
        }
        return (rig, probe, camera)
    }

    @Test("Nothing flows before the session runs, everything while it does, and nothing after")
    func flow() throws {
        let (rig, probe, camera) = try fullRig()
        rig.run(until: 500)
        #expect(probe.pictures.all.isEmpty && probe.blocks.all.isEmpty)
        #expect(!rig.session.isRunning)
        rig.session.startRunning()
        #expect(rig.session.isRunning)
        #expect(camera.device.grantedFormat?.video?.size == PictureSize(width: 32, height: 16))
        #expect(probe.video.connection(for: .video)?.isActive == true)
        rig.run(until: 1500)
        // From 0.5 s to 1.5 s, both included.
        #expect(probe.pictures.all.map(\.captureTime) == (15...45).map { CaptureRig.frame($0) })
        #expect(probe.blocks.all.count == 100)
        rig.session.requestStop()
        #expect(!rig.session.isRunning)
        #expect(probe.video.connection(for: .video)?.isActive == false)
        rig.run(until: 3000)
        #expect(probe.pictures.all.count == 31 && probe.blocks.all.count == 100)
        #expect(rig.camera.open.now == 0 && rig.microphone.open.now == 0)
        #expect(camera.device.grantedFormat == nil)
        #expect(rig.told == ["started", "stopped"])
    }

    @Test("A session that starts again opens its devices again, never twice at a time")
    func restart() throws {
        let (rig, probe, _) = try fullRig()
        for round in 0..<5 {
            rig.session.startRunning()
            rig.session.startRunning()
            rig.run(until: Int64(round) * 1000 + 700)
            rig.session.requestStop()
            // Started again before the devices have been let go.
            rig.session.startRunning()
            rig.run(until: Int64(round) * 1000 + 900)
            rig.session.requestStop()
            rig.run(until: Int64(round) * 1000 + 1000)
        }
        #expect(rig.camera.open.highest == 1 && rig.microphone.open.highest == 1)
        #expect(rig.camera.open.now == 0)
        #expect(rig.told == Array(repeating: ["started", "stopped"], count: 10).flatMap { $0 })
        // Of each second, all but the last 100 ms.
        #expect(probe.blocks.all.count == 450)
    }

    @Test("The camera is exchanged while it runs, and not one block of sound is missing")
    func exchange() throws {
        let (rig, probe, first) = try fullRig()
        let other = ScriptedCamera("scripted:back", position: .back) { $0.size = PictureSize(width: 48, height: 32) }
        rig.session.startRunning()
        rig.run(until: 1000)
        let second = try CaptureDeviceInput(device: CaptureDevice(other))
        try rig.session.configure { session throws(CaptureError) in
            session.removeInput(first)
            try session.addInput(second)
        }
        rig.run(until: 2000)
        #expect(probe.longestSoundGap == 10)
        #expect(probe.blocks.all.count == 200)
        // The new camera's first picture is the next one due.
        #expect(probe.longestPictureGap == 33)
        #expect(probe.pictures.all.first?.size == PictureSize(width: 32, height: 16))
        #expect(probe.pictures.all.last?.size == PictureSize(width: 48, height: 32))
        #expect(rig.camera.open.now == 0)
        #expect(other.open.now == 1)
        #expect(rig.told == ["started"])
    }

    @Test("A hundred exchanges open and close as many cameras, and the sound goes on")
    func manyExchanges() throws {
        let (rig, probe, first) = try fullRig()
        let drivers = [rig.camera, ScriptedCamera("scripted:back", position: .back)]
        let devices = drivers.map { CaptureDevice($0) }
        rig.session.startRunning()
        var current = first
        for round in 1...100 {
            let next = try CaptureDeviceInput(device: devices[round % 2])
            try rig.session.configure { session throws(CaptureError) in
                session.removeInput(current)
                try session.addInput(next)
            }
            current = next
            rig.run(until: Int64(round) * 100)
        }
        #expect(probe.longestSoundGap == 10)
        #expect(probe.blocks.all.count == 1000)
        #expect(probe.longestPictureGap <= 34)
        #expect(drivers.map(\.open.now) == [1, 0])
        #expect(drivers.map(\.open.highest) == [1, 1])
        #expect(rig.told == ["started"])
    }

    @Test("The same input taken out and put back at once is opened anew when it is closed")
    func removeAndAdd() throws {
        let (rig, probe, camera) = try fullRig()
        rig.session.startRunning()
        rig.run(until: 500)
        for _ in 0..<10 {
            rig.session.removeInput(camera)
            try rig.session.addInput(camera)
        }
        rig.run(until: 1000)
        #expect(rig.camera.open.highest == 1)
        #expect(rig.camera.open.now == 1)
        #expect(probe.longestPictureGap == 33)
        // In one configuration it is no change at all.
        let openings = rig.camera.openings.count
        try rig.session.configure { session throws(CaptureError) in
            session.removeInput(camera)
            try session.addInput(camera)
        }
        rig.run(until: 2000)
        #expect(rig.camera.openings.count == openings)
        #expect(probe.longestPictureGap == 33)
        #expect(probe.longestSoundGap == 10)
    }

    @Test(
        "A device that takes its time to close is opened again only once it has")
    func slowClosing() throws {
        let (rig, probe, camera) = try fullRig { $0.closingTime = .milliseconds(70) }
        rig.session.startRunning()
        rig.run(until: 1000)
        rig.session.removeInput(camera)
        try rig.session.addInput(camera)
        // Time passes: nobody spins while the device closes.
        rig.run(until: 1060)
        #expect(rig.camera.openings.count == 1)
        rig.run(until: 2000)
        #expect(rig.camera.openings.count == 2)
        #expect(rig.camera.open.highest == 1)
        // The picture at 1.033 s is the only one that is missing.
        #expect(probe.longestPictureGap == 66)
        // The same where it is the format that changes.
        try rig.session.setSessionPreset(.cif352x288)
        rig.run(until: 3000)
        #expect(rig.camera.openings.count == 3)
        #expect(rig.camera.open.highest == 1)
        rig.session.requestStop()
        rig.run(until: 3050)
        #expect(rig.camera.open.now == 1)
        rig.run(until: 3100)
        #expect(rig.camera.open.now == 0)
        #expect(probe.longestSoundGap == 10)
        #expect(rig.told == ["started", "stopped"])
    }

    @Test("A change of preset opens a running camera at the new size, and an unneeded one does not")
    func preset() throws {
        let (rig, probe, _) = try fullRig { $0.size = nil }
        rig.session.startRunning()
        try rig.session.setSessionPreset(.cif352x288)
        rig.run(until: 500)
        #expect(probe.pictures.all.last?.size == PictureSize(width: 352, height: 288))
        try rig.session.setSessionPreset(.vga640x480)
        rig.run(until: 1000)
        #expect(probe.pictures.all.last?.size == PictureSize(width: 640, height: 480))
        #expect(probe.longestPictureGap == 33)
        #expect(probe.longestSoundGap == 10)
        let openings = rig.camera.openings.count
        try rig.session.setSessionPreset(.vga640x480)
        rig.run(until: 1500)
        #expect(rig.camera.openings.count == openings)
        #expect(rig.camera.open.highest == 1)
        #expect(rig.told == ["started"])
    }

    @Test("A format chosen on the device while it runs is opened, and one chosen in vain is not")
    func activeFormat() async throws {
        let (rig, probe, input) = try fullRig { $0.size = nil }
        try rig.session.setSessionPreset(.cif352x288)
        rig.session.startRunning()
        rig.run(until: 500)
        let format = try #require(input.device.formats.compactMap(\.video).first { $0.size.width == 640 })
        try await input.device.configure {
            $0.activeFormat = format
            $0.activeFrameRate = FrameRate(30)
        }
        rig.run(until: 1000)
        #expect(probe.pictures.all.last?.size == format.size)
        #expect(input.device.grantedFormat?.video?.size == format.size)
        let openings = rig.camera.openings.count
        try await input.device.configure { $0.activeFrameRate = nil }
        rig.run(until: 1500)
        #expect(rig.camera.openings.count == openings)
    }

    @Test("A connection switched off carries nothing, and on again it does")
    func disabled() throws {
        let (rig, probe, _) = try fullRig()
        rig.session.startRunning()
        rig.run(until: 500)
        let count = probe.pictures.all.count
        probe.video.connection(for: .video)?.isEnabled = false
        #expect(probe.video.connection(for: .video)?.isActive == false)
        rig.run(until: 1000)
        #expect(probe.pictures.all.count == count)
        #expect(probe.longestSoundGap == 10)
        probe.video.connection(for: .video)?.isEnabled = true
        rig.run(until: 1500)
        #expect(probe.pictures.all.count == count + 15)
    }
}
