import OnAirMedia

/// A named set of sizes, frame rate and bitrates. Raw values are those of the phone streaming kits.
public enum Profile: Int, CaseIterable, Sendable, Codable {
    /// 640x360, 15 fps, 512 kbit/s.
    case p360Auto = 0
    /// 640x360, 15 fps, 512 kbit/s, from a 960x540 camera.
    case p360n1 = 1
    /// 640x360, 20 fps, 768 kbit/s, from a 1280x720 camera.
    case p360n2 = 2
    /// 640x360, 15 fps, 512 kbit/s, from a 640x480 camera.
    case p360n3 = 3
    /// 960x540, 15 fps, 768 kbit/s.
    case p540Auto = 100
    /// 960x540, 15 fps, 768 kbit/s.
    case p540n1 = 101
    /// 960x540, 15 fps, 768 kbit/s, from a 1280x720 camera.
    case p540n2 = 102
    /// 960x540, 20 fps, 1024 kbit/s, from a 1280x720 camera: the default.
    case p540n3 = 103
    /// 1280x720, 15 fps, 1024 kbit/s.
    case p720Auto = 200
    /// 1280x720, 15 fps, 1024 kbit/s.
    case p720n1 = 201
    /// 1280x720, 20 fps, 1280 kbit/s.
    case p720n2 = 202
    /// 1280x720, 24 fps, 1536 kbit/s.
    case p720n3 = 203
    /// 1920x1080, 30 fps, 4500 kbit/s.
    case p1080n1 = 301

    /// The name people type, such as `540p_3`.
    public var name: String {
        switch self {
        case .p360Auto: "360p_auto"
        case .p360n1: "360p_1"
        case .p360n2: "360p_2"
        case .p360n3: "360p_3"
        case .p540Auto: "540p_auto"
        case .p540n1: "540p_1"
        case .p540n2: "540p_2"
        case .p540n3: "540p_3"
        case .p720Auto: "720p_auto"
        case .p720n1: "720p_1"
        case .p720n2: "720p_2"
        case .p720n3: "720p_3"
        case .p1080n1: "1080p_1"
        }
    }

    /// The profile called `name`; nil for an unknown name.
    public init?(name: String) {
        guard let profile = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = profile
    }

    /// Picture size asked of the camera.
    public var captureSize: PictureSize {
        switch self {
        case .p360Auto, .p360n3: PictureSize(width: 640, height: 480)
        case .p360n1, .p540Auto, .p540n1: PictureSize(width: 960, height: 540)
        case .p360n2, .p540n2, .p540n3, .p720Auto, .p720n1, .p720n2, .p720n3: PictureSize(width: 1280, height: 720)
        case .p1080n1: PictureSize(width: 1920, height: 1080)
        }
    }

    /// Picture size that viewers get.
    public var streamSize: PictureSize {
        switch self {
        case .p360Auto, .p360n1, .p360n2, .p360n3: PictureSize(width: 640, height: 360)
        case .p540Auto, .p540n1, .p540n2, .p540n3: PictureSize(width: 960, height: 540)
        case .p720Auto, .p720n1, .p720n2, .p720n3: PictureSize(width: 1280, height: 720)
        case .p1080n1: PictureSize(width: 1920, height: 1080)
        }
    }

    /// Pictures per second.
    public var frameRate: FrameRate {
        switch self {
        case .p360Auto, .p360n1, .p360n3, .p540Auto, .p540n1, .p540n2, .p720Auto, .p720n1: FrameRate(15)
        case .p360n2, .p540n3, .p720n2: FrameRate(20)
        case .p720n3: FrameRate(24)
        case .p1080n1: FrameRate(30)
        }
    }

    /// Video bitrate in bit/s.
    public var videoBitrate: Int {
        switch self {
        case .p360Auto, .p360n1, .p360n3: 512_000
        case .p360n2, .p540Auto, .p540n1, .p540n2: 768_000
        case .p540n3, .p720Auto, .p720n1: 1_024_000
        case .p720n2: 1_280_000
        case .p720n3: 1_536_000
        case .p1080n1: 4_500_000
        }
    }

    /// Audio bitrate in bit/s.
    public var audioBitrate: Int {
        switch self {
        case .p360Auto, .p360n1, .p360n2, .p360n3, .p540Auto, .p540n1, .p540n2, .p540n3: 64_000
        case .p720Auto, .p720n1, .p720n2, .p720n3: 128_000
        case .p1080n1: 160_000
        }
    }
}
