import Foundation
import OnAirTerminal
import Testing

struct DeviceListReportTests {
    private static var list: DeviceList {
        var camera = DeviceList.Device(id: "v4l2:usb-cam", name: "HD Camera", position: "unspecified")
        camera.chosenBy = ["auto"]
        camera.pictureFormats = [
            .init(width: 640, height: 480, pixels: "YUYV", rates: ["30", "15"]),
            .init(width: 1280, height: 720, pixels: "YUYV", rates: ["10"]),
            .init(width: 1920, height: 1080, pixels: "MJPEG", rates: ["30000/1001"]),
            .init(width: 1280, height: 720, pixels: "MJPEG", rates: ["30000/1001"]),
        ]
        camera.controls = [
            .init("focusMode", .word("locked", of: ["locked", "autoFocus"])),
            .init("exposureDuration", .number(1.0 / 60, in: 0.000125...0.2, unit: "s")),
            .init("focusPointOfInterest", .point),
        ]
        var denied = DeviceList.Device(id: "v4l2:other", name: "Other", position: "front")
        denied.problem = .init(
            code: "device-denied", message: "This user may not open /dev/video2.", advice: "Join the group video.")
        var microphone = DeviceList.Device(id: "pulse:mic", name: "Mic")
        microphone.soundFormats = [
            .init(sampleRate: 48_000, channels: 1), .init(sampleRate: 44_100, channels: 2),
            .init(sampleRate: 48_000, channels: 8),
        ]
        var list = DeviceList()
        list.cameras = [camera, denied]
        list.microphones = [microphone]
        list.backends = [
            .init(
                name: "pulse", kind: "microphone",
                problem: .init(code: "device-denied", message: "The server says no.", advice: "Ask it."))
        ]
        return list
    }

    @Test("In a pipe every device has whole lines without colours")
    func pipe() {
        let text = DeviceListReport.text(Self.list, columns: nil, isColored: false)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "Cameras")
        #expect(lines.contains("  v4l2:usb-cam  HD Camera  (auto)"))
        #expect(lines.contains("  v4l2:other  Other, front"))
        #expect(lines.contains("    cannot be opened: This user may not open /dev/video2."))
        #expect(lines.contains("    Join the group video."))
        #expect(lines.contains { $0.hasSuffix("MJPEG: 1920x1080 1280x720 at 30000/1001 fps") })
        #expect(lines.contains { $0.hasSuffix("48000 Hz mono, 44100 Hz stereo, 48000 Hz 8 channels") })
        #expect(lines.contains { $0.contains("exposureDuration") && $0.hasSuffix("0.016667 s (0.000125 to 0.2)") })
        #expect(lines.contains("pulse: The server says no. [device-denied]"))
        #expect(!text.contains("\u{1B}") && text.hasSuffix("\n"))
    }

    @Test("On a terminal no line is wider than it", arguments: [40, 60, 80, 132])
    func width(columns: Int) {
        let text = DeviceListReport.text(Self.list, columns: columns, isColored: false)
        for line in text.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
    }

    @Test("Colours change nothing but colours")
    func colours() {
        let plain = DeviceListReport.text(Self.list, columns: 80, isColored: false)
        let colored = DeviceListReport.text(Self.list, columns: 80, isColored: true)
        #expect(colored.contains("\u{1B}[31m"))
        #expect(colored.replacing(#/\u{1B}\[[0-9]+m/#, with: "") == plain)
    }

    @Test("The JSON document says the same, by an independent reader")
    func json() throws {
        let data = Data(DeviceListReport.json(Self.list).utf8)
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let cameras = try #require(document["cameras"] as? [[String: Any]])
        #expect(cameras.map { $0["id"] as? String } == ["v4l2:usb-cam", "v4l2:other"])
        #expect(cameras.map { $0["canOpen"] as? Bool } == [true, false])
        #expect((cameras[1]["problem"] as? [String: Any])?["advice"] as? String == "Join the group video.")
        let formats = try #require(cameras[0]["formats"] as? [[String: Any]])
        #expect(formats.count == 4 && formats[0]["rates"] as? [String] == ["30", "15"])
        let controls = try #require(cameras[0]["controls"] as? [String: [String: Any]])
        #expect(controls["focusMode"]?["choices"] as? [String] == ["locked", "autoFocus"])
        #expect(controls["exposureDuration"]?["minimum"] as? Double == 0.000125)
        let microphones = try #require(document["microphones"] as? [[String: Any]])
        #expect(microphones[0]["position"] == nil && microphones[0]["controls"] == nil)
        #expect((document["problems"] as? [[String: Any]])?.first?["backend"] as? String == "pulse")
    }

    @Test("What was not asked for is null, and what is not there is an empty list")
    func absent() {
        var list = DeviceList()
        list.microphones = []
        #expect(DeviceListReport.json(list) == "{\"cameras\":null,\"microphones\":[],\"problems\":[]}\n")
        #expect(DeviceListReport.text(list, columns: nil, isColored: false) == "Microphones\n  none\n")
    }

    @Test("Asking for one kind shows that one, asking for none or both shows both")
    func options() throws {
        func kinds(_ words: String...) throws -> [Bool] {
            guard case .devices(let options) = try OnAirCommand(["devices"] + words, version: "0") else { return [] }
            return [options.showsCameras, options.showsMicrophones, options.json]
        }
        #expect(try kinds() == [true, true, false])
        #expect(try kinds("--cameras") == [true, false, false])
        #expect(try kinds("--microphones", "--json") == [false, true, true])
        #expect(try kinds("--cameras", "--microphones") == [true, true, false])
    }
}
