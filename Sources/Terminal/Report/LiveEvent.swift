/// Something `onair live` tells its user.
public enum LiveEvent: Sendable, Equatable {
    /// A change at a destination or a recording.
    public struct OutputChange: Sendable, Equatable {
        /// How it is shown; holds no key.
        public var id: String
        /// `connecting`, `live` (a recording: `recording`) or `ended`.
        public var state: String
        /// The stable code of the error that ended it; nil when it ended well or lives.
        public var error: String?
        /// What happened and what to do, for people; holds no key.
        public var message: String?

        public init(id: String, state: String, error: String? = nil, message: String? = nil) {
            self.id = id
            self.state = state
            self.error = error
            self.message = message
        }
    }

    /// A camera or microphone, by its ID and its name for people.
    public struct DeviceName: Sendable, Equatable {
        public var id: String
        public var name: String

        public init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    /// A change at a camera or microphone.
    public struct DeviceChange: Sendable, Equatable {
        public var device: DeviceName
        /// `video` or `audio`.
        public var mediaType: String
        /// `running`, `interrupted`, `ended` or `available`.
        public var state: String
        /// The stable code of what interrupted it.
        public var error: String?
        /// What happened, for people; nil where it is not worth a line.
        public var message: String?

        public init(
            device: DeviceName, mediaType: String, state: String, error: String? = nil, message: String? = nil
        ) {
            (self.device, self.mediaType, self.state) = (device, mediaType, state)
            (self.error, self.message) = (error, message)
        }
    }

    /// The devices are open; nil for a program without that track.
    case start(camera: DeviceName?, microphone: DeviceName?)
    case device(DeviceChange)
    /// What a key has done, or why it has not.
    case answer(String)
    /// The stream's state changed, such as to `connected`.
    case state(String)
    case destination(OutputChange)
    case recording(OutputChange)
    /// What keeps the broadcast from starting, or ends it: its stable code, and what happened and what to do.
    case failure(code: String, message: String)
    /// Something worth a line that belongs to no output.
    case message(LiveOptions.LogLevel, String)
    /// Once a second.
    case statistics(LiveStatus)
    /// The last event of all.
    case summary(LiveStatus, ExitCode)
}
