import OnAirCapture
import OnAirMedia
import OnAirV4L2
import Testing

struct V4L2ChoiceTests {
    private static func mode(_ code: StaticString, _ width: Int, _ height: Int, _ rates: Int64...) -> V4L2Mode {
        V4L2Mode(
            V4L2Code(code), PictureSize(width: width, height: height), rates.map { V4L2Mode.Rates(FrameRate($0)) })
    }

    /// What a usual USB 2 webcam has.
    private static let webcam = [
        mode("YUYV", 640, 480, 30, 15), mode("YUYV", 1280, 720, 10), mode("MJPG", 640, 480, 30),
        mode("MJPG", 1280, 720, 30, 60), mode("MJPG", 1920, 1080, 30),
    ]
    /// What vivid's webcam has.
    private static let slow = [
        mode("YUYV", 320, 180, 60, 30), mode("YUYV", 640, 360, 40, 30), mode("YUYV", 640, 480, 25),
        mode("YUYV", 1280, 720, 12), mode("YUYV", 1920, 1080, 5),
    ]

    private func choice(_ modes: [V4L2Mode], _ width: Int, _ height: Int, _ rate: FrameRate) -> String? {
        V4L2Choice(
            of: modes, for: CameraRequest(size: PictureSize(width: width, height: height), frameRate: rate)
        ).map { "\($0.code) \($0.size) \($0.frameRate)" }
    }

    @Test func rawComesBeforeJPEGWhereItIsFastEnough() {
        #expect(choice(Self.webcam, 640, 480, FrameRate(30)) == "YUYV 640x480 30")
        #expect(choice(Self.webcam, 1280, 720, FrameRate(10)) == "YUYV 1280x720 10")
    }

    @Test func jpegIsUsedWhereRawIsTooSlow() {
        #expect(choice(Self.webcam, 1280, 720, FrameRate(30)) == "MJPG 1280x720 30")
        #expect(choice(Self.webcam, 1280, 720, FrameRate(25)) == "MJPG 1280x720 30")
    }

    @Test func aLargerPictureThatReachesTheRateComesBeforeASmallerOne() {
        #expect(choice(Self.webcam, 960, 540, FrameRate(30)) == "MJPG 1280x720 30")
        #expect(choice(Self.webcam, 640, 360, FrameRate(30)) == "YUYV 640x480 30")
    }

    @Test func whereNothingReachesBothTheLeastIsLost() {
        // 12 of 30 pictures keep 40 %, a half of each side keeps 50 %.
        #expect(choice(Self.slow, 1280, 720, FrameRate(30)) == "YUYV 640x360 30")
        #expect(choice(Self.slow, 1280, 720, FrameRate(15)) == "YUYV 1280x720 12")
        #expect(choice(Self.webcam, 3840, 2160, FrameRate(30)) == "MJPG 1920x1080 30")
    }

    @Test func aRateInOtherWordsIsTheSameRate() {
        let ntsc = V4L2Mode(
            V4L2Code("YUYV"), PictureSize(width: 640, height: 480),
            [.init(FrameRate(30_000, 1001)), .init(FrameRate(60))])
        #expect(choice([ntsc], 640, 480, FrameRate(30)) == "YUYV 640x480 30000/1001")
    }

    @Test func unknownRatesAreTriedAfterKnownOnes() {
        #expect(
            choice([Self.mode("NV12", 640, 480), Self.mode("YUYV", 640, 480, 30)], 640, 480, FrameRate(30))
                == "YUYV 640x480 30")
        #expect(choice([Self.mode("NV12", 640, 480)], 640, 480, FrameRate(30)) == "NV12 640x480 30")
    }

    @Test func nothingUsableIsNoChoice() {
        #expect(choice([Self.mode("H264", 640, 480, 30)], 640, 480, FrameRate(30)) == nil)
    }
}
