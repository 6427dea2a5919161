import COnAirV4L2
import Glibc
import OnAirCapture
import OnAirMedia
import OnAirV4L2
import Testing

struct V4L2BackendTests {
    @Test func nodesWithoutPicturesAreLeftOut() {
        let machine = ScriptedMachine()
        machine.plug(0, ScriptedDriver(), index: 0)
        let flags: [Int64] = [
            Int64(V4L2_CAP_META_CAPTURE), Int64(V4L2_CAP_VIDEO_OUTPUT), Int64(V4L2_CAP_VIDEO_M2M),
            Int64(V4L2_CAP_TUNER),
        ]
        for (place, flag) in flags.enumerated() {
            machine.plug(
                place + 1,
                ScriptedDriver { $0.capabilities = UInt32(truncatingIfNeeded: flag) | UInt32(V4L2_CAP_STREAMING) })
        }
        #expect(V4L2Backend(machine.directory).cameras().map(\.uniqueID) == ["v4l2:Test_Cam@usb-0000:00:14.0-3"])
    }

    @Test func aCameraIsTheSameOnAnotherNode() throws {
        let machine = ScriptedMachine()
        let (first, second) = (ScriptedDriver(), ScriptedDriver { $0.bus = "usb-0000:00:14.0-4" })
        machine.plug(0, first)
        machine.plug(1, second)
        let backend = V4L2Backend(machine.directory)
        let chosen = try #require(backend.cameras().first)
        machine.unplug(0)
        machine.unplug(1)
        #expect(!chosen.isConnected)
        let error = #expect(throws: CaptureError.self) { try chosen.open(V4L2Rig.request) }
        #expect(error?.kind == .missing)
        machine.plug(0, second)
        machine.plug(1, first)
        #expect(backend.cameras().map(\.uniqueID) == ["v4l2:Test_Cam@usb-0000:00:14.0-4", chosen.uniqueID])
        #expect(machine.directory.camera(chosen.uniqueID)?.path == "/dev/video1")
        _ = try chosen.open(V4L2Rig.request)
        #expect(first.state.withLock { $0.bufferCount } == 0)
    }

    @Test func aNodeOrALinkToItNamesACamera() throws {
        let machine = ScriptedMachine()
        machine.plug(3, ScriptedDriver(), usb: ("046d", "082d", "1A2B"))
        let catalog = CaptureDeviceCatalog([V4L2Backend(machine.directory)])
        let device = try #require(catalog.device(uniqueID: "/dev/video3"))
        #expect(catalog.device(uniqueID: device.uniqueID) === device)
        symlink("video3", "\(machine.root)/dev/by-id")
        #expect(catalog.device(uniqueID: "/dev/by-id") === device)
        #expect(catalog.device(uniqueID: "/dev/video4") == nil)
    }

    @Test func aListIsAskedForOnce() {
        let asked = Lock(0)
        let machine = ScriptedMachine()
        machine.plug(0, ScriptedDriver())
        let directory = V4L2Directory(files: machine.directory.files) { path in
            asked.withLock { $0 += 1 }
            return ScriptedDriver().node(path)
        }
        for _ in 0..<5 { #expect(directory.cameras().count == 1) }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func aNodeThatMayNotBeOpenedIsListed() {
        let machine = ScriptedMachine()
        machine.plug(0, ScriptedDriver())
        let directory = V4L2Directory(files: machine.directory.files) { path throws(V4L2Error) in
            throw V4L2Error("open", EACCES, path: path)
        }
        let found = directory.cameras()
        #expect(found.count == 1)
        let error = #expect(throws: CaptureError.self) { _ = try directory.open(found[0]) }
        #expect(error?.kind == .denied)
    }

    @Test func whichWayItLooksIsWhatTheDriverSays() {
        let machine = ScriptedMachine()
        for number in 0..<3 {
            machine.plug(
                number,
                ScriptedDriver {
                    $0.bus = "platform:\(number)"
                    $0.controls[onair_v4l2_camera_orientation] = Int32(number)
                })
        }
        #expect(V4L2Backend(machine.directory).cameras().map(\.position) == [.front, .back, .unspecified])
    }
}
