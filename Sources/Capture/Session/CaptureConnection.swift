import OnAirMedia

/// Which input feeds which output with what. A session makes it when both are added.
public final class CaptureConnection: Sendable {
    /// What can be set on a connection.
    public struct Settings: Hashable, Sendable {
        /// Whether anything flows. Default true.
        public var isEnabled = true
        /// Left and right exchanged for the viewer. Default false; of no meaning for sound.
        public var isVideoMirrored = false
        /// How the picture stands. Default landscape right: as the camera gives it; of no meaning for sound.
        public var videoOrientation = VideoOrientation.landscapeRight

        public init() {}
    }

    /// What flows.
    public let mediaType: MediaType
    /// Where it comes from.
    public let input: CaptureDeviceInput
    private let current: Lock<Settings>
    private let ends: Lock<Ends>

    private struct Ends {
        weak var output: (any CaptureOutput)?
        var isActive = false
    }

    init(_ mediaType: MediaType, from input: CaptureDeviceInput, to output: any CaptureOutput, _ settings: Settings) {
        self.mediaType = mediaType
        self.input = input
        current = Lock(settings)
        ends = Lock(Ends(output: output))
    }

    /// Where it goes; nil once the output is gone.
    public var output: (any CaptureOutput)? { ends.withLock { $0.output } }

    /// Whether its session runs and it is enabled.
    public var isActive: Bool { ends.withLock { $0.isActive } && isEnabled }

    /// All settings at once.
    public var settings: Settings { current.withLock { $0 } }

    /// Changes settings; all changes of one call land on the same picture.
    public func set(_ change: (inout Settings) -> Void) { current.withLock { change(&$0) } }

    /// Whether anything flows.
    public var isEnabled: Bool {
        get { settings.isEnabled }
        set { set { $0.isEnabled = newValue } }
    }

    /// Left and right exchanged for the viewer.
    public var isVideoMirrored: Bool {
        get { settings.isVideoMirrored }
        set { set { $0.isVideoMirrored = newValue } }
    }

    /// How the picture stands.
    public var videoOrientation: VideoOrientation {
        get { settings.videoOrientation }
        set { set { $0.videoOrientation = newValue } }
    }

    func setActive(_ isActive: Bool) { ends.withLock { $0.isActive = isActive } }
}

extension CaptureConnection: CustomStringConvertible {
    /// For logs: `video from Simulated Back Camera (simulated:back) to CaptureVideoDataOutput`.
    public var description: String {
        let target = output.map { "\(type(of: $0))" } ?? "nothing"
        return "\(mediaType.rawValue) from \(input.device) to \(target)" + (isEnabled ? "" : ", disabled")
    }
}
