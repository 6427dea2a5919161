import OnAirCapture
import OnAirMedia
import Testing

struct FileFormatTests {
    @Test("A file that was opened tells its one format, and a session takes no other preset than it has")
    func formats() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg(
            "-f lavfi -i testsrc2=size=640x480:rate=25:duration=1 -f lavfi -i sine=duration=1 -pix_fmt yuv420p a.mkv")
        let camera = CaptureDevice(FileCameraDriver(path: tool.path("a.mkv")))
        let microphone = CaptureDevice(FileMicrophoneDriver(path: tool.path("a.mkv")))
        #expect(camera.formats.isEmpty && microphone.formats.isEmpty)
        let rig = CaptureRig()
        let probe = ProbeOutput(rig.runner)
        try rig.session.addOutput(probe.video)
        try rig.session.addInput(CaptureDeviceInput(device: camera))
        try rig.session.addInput(CaptureDeviceInput(device: microphone))
        let size = PictureSize(width: 640, height: 480)
        #expect(camera.formats.compactMap(\.video?.size) == [size])
        #expect(camera.formats.first?.video?.rates == [.init(FrameRate(25))])
        #expect(microphone.formats.compactMap(\.audio?.sampleRate) == [44100])
        for preset in CaptureSession.Preset.allCases {
            #expect(
                rig.session.canSetSessionPreset(preset)
                    == [.high, .inputPriority, .vga640x480].contains(preset))
        }
        rig.session.startRunning()
        rig.run(until: 500)
        #expect(probe.pictures.all.allSatisfy { $0.size == size } && probe.pictures.all.count >= 12)
    }

    @Test("Whatever size is asked of a file, it gives its own")
    func request() throws {
        let tool = try FFmpegTool()
        try tool.ffmpeg("-f lavfi -i testsrc2=size=320x180:rate=25:duration=1 -pix_fmt yuv420p a.mkv")
        let rig = CaptureRig()
        let input = try CaptureDeviceInput(
            device: CaptureDevice(FileCameraDriver(path: tool.path("a.mkv"))),
            camera: CameraRequest(size: PictureSize(width: 1280, height: 720), frameRate: FrameRate(30)))
        try rig.session.addInput(input)
        #expect(input.device.grantedFormat?.video?.size == PictureSize(width: 320, height: 180))
    }
}
