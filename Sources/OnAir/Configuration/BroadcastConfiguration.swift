import OnAirMedia
import OnAirPicture

/// Everything a broadcast is set to: one value, the truth for the library, the command line and configuration files.
///
/// Made from a profile; every field may then be changed. `validated()` says what cannot work, by name.
public struct BroadcastConfiguration: Equatable, Sendable, Codable {
    /// Which camera. `.off` is a program of sound alone. Changeable while live to any other camera. Default automatic.
    public var camera: DeviceChoice
    /// The name of a preset that the camera is set by whenever it is opened: at the start, after it was unplugged, and when
    /// it takes its turn again. The camera that capture starts with must have one of this name; of others those are set
    /// that have. Changed while live, it counts from the next opening on. Nil, the default, sets nothing.
    public var cameraPreset: String?
    /// Cameras that are kept open beside the one in use, with their pictures let go, so that a switch to one of them is
    /// instant; the camera it leaves is kept too where it is one of these. Their bus must carry them all at a time: one
    /// that cannot be opened beside the others is warned of once, and a switch to it takes as long as it takes. One that
    /// is not connected is opened when it is. Changeable while live. Default none.
    public var warmCameras: [DeviceChoice] = []
    /// Which microphone. `.off` is a program of pictures alone. Changeable while live to any other. Default automatic.
    public var microphone: DeviceChoice
    /// The picture; set from the profile.
    public var video: VideoConfiguration
    /// The sound; set from the profile.
    public var audio: AudioConfiguration
    /// What is put together around the camera: layers from bottom to top. Changeable while live; `StreamerKit.show` brings
    /// another with a transition. Default: the camera alone.
    public var scene = Scene.camera
    /// How often a destination that was lost is tried again, where its own settings say nothing. Changeable at any time.
    /// Default unlimited; 0 attempts turn reconnecting off.
    public var reconnectAttempts = ReconnectAttempts.unlimited
    /// Seconds between two attempts, at least 0.1, where a destination's own settings say nothing. Changeable at any
    /// time. Default nil: half a second while the network is gone, then longer; longer from the start where a server
    /// accepts and drops.
    public var reconnectDelay: Double?

    /// A configuration with the numbers of `profile`, on the machine's own devices, or simulated ones where it has none.
    public init(profile: Profile = .p540n3) {
        camera = .automatic
        microphone = .automatic
        video = VideoConfiguration(profile: profile)
        audio = AudioConfiguration(profile: profile)
    }

    /// The configuration as it will be used: sizes and rates clamped to their ranges.
    ///
    /// - Throws: `BroadcastError` with code `.invalidConfiguration` naming the field, its value and what it may be.
    public func validated() throws(BroadcastError) -> BroadcastConfiguration {
        guard camera != .off || microphone != .off else {
            throw .invalidConfiguration("A program needs a camera or a microphone; both are set to none.")
        }
        for choice in warmCameras {
            switch choice {
            case .position, .device, .simulated: break
            case .automatic, .file, .off:
                throw .invalidConfiguration("warmCameras cannot have “\(choice)”: name a device, front or back.")
            }
        }
        try DestinationSettings.check(reconnectAttempts)
        if let reconnectDelay { try DestinationSettings.check(reconnectDelay: reconnectDelay) }
        var result = self
        result.video = try video.validated()
        do throws(LayerError) {
            result.scene = try scene.validated()
        } catch {
            throw BroadcastError(code: .invalidConfiguration, message: error.message, advice: error.advice)
        }
        result.audio = try audio.validated()
        return result
    }

    /// While devices are being opened or closed, no others can take their place.
    ///
    /// - Throws: `BroadcastError` with code `.invalidState`.
    func checkSameDevices(as new: BroadcastConfiguration) throws(BroadcastError) {
        guard camera == new.camera, microphone == new.microphone else {
            throw .invalidState(
                "Devices cannot change while capture opens or closes.", advice: "Change them once it runs.")
        }
    }

    /// Whether capture may go on while this configuration becomes `new`.
    ///
    /// - Throws: `BroadcastError` with code `.invalidState` that names the first field that may not change.
    func checkLiveChange(to new: BroadcastConfiguration) throws(BroadcastError) {
        let fixed: [(String, Bool)] = [
            ("camera", (camera == .off) == (new.camera == .off)),
            ("microphone", (microphone == .off) == (new.microphone == .off)),
            ("video.captureSize", video.captureSize == new.video.captureSize),
            ("video.streamSize", video.streamSize == new.video.streamSize),
            ("video.frameRate", video.frameRate == new.video.frameRate),
            ("video.keyframeInterval", video.keyframeInterval == new.video.keyframeInterval),
            ("video.preset", video.preset == new.video.preset), ("video.threads", video.threads == new.video.threads),
            ("video.previewSize", video.previewSize == new.video.previewSize),
            ("audio.sampleRate", audio.sampleRate == new.audio.sampleRate),
            ("audio.isStereo", audio.isStereo == new.audio.isStereo),
            ("audio.bitrate", audio.bitrate == new.audio.bitrate),
        ]
        guard let field = fixed.first(where: { !$0.1 })?.0 else { return }
        throw .invalidState(
            "\(field) cannot change while capture runs.",
            advice:
                "Stop capture, change it, and start again; devices, scene, orientation, bitrate, mirroring and mute can change at any time."
        )
    }
}

extension BroadcastConfiguration {
    private enum CodingKeys: String, CodingKey {
        case camera, cameraPreset, warmCameras, microphone, video, audio, scene, reconnectAttempts, reconnectDelay
    }

    /// Reads a configuration; what it says nothing of has its default.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        camera = try values.decode(DeviceChoice.self, forKey: .camera)
        cameraPreset = try values.decodeIfPresent(String.self, forKey: .cameraPreset)
        warmCameras = try values.decodeIfPresent([DeviceChoice].self, forKey: .warmCameras) ?? []
        microphone = try values.decode(DeviceChoice.self, forKey: .microphone)
        video = try values.decode(VideoConfiguration.self, forKey: .video)
        audio = try values.decode(AudioConfiguration.self, forKey: .audio)
        scene = try values.decodeIfPresent(Scene.self, forKey: .scene) ?? .camera
        reconnectAttempts =
            try values.decodeIfPresent(ReconnectAttempts.self, forKey: .reconnectAttempts) ?? .unlimited
        reconnectDelay = try values.decodeIfPresent(Double.self, forKey: .reconnectDelay)
    }
}
