/// Something `onair live` tells its user.
public enum LiveEvent: Sendable, Equatable {
    /// A change at a destination or a recording.
    public struct OutputChange: Sendable, Equatable {
        /// How it is shown; holds no key.
        public var id: String
        /// `connecting`, `live` (a recording: `recording`), `reconnecting` or `ended`.
        public var state: String
        /// The stable code of the error that ended it, or for which it reconnects; nil when it ended well or lives.
        public var error: String?
        /// What happened and what to do, for people; holds no key.
        public var message: String?
        /// Milliseconds until the next attempt, where it reconnects.
        public var retryMilliseconds: Int64?

        public init(
            id: String, state: String, error: String? = nil, message: String? = nil, retryMilliseconds: Int64? = nil
        ) {
            self.retryMilliseconds = retryMilliseconds
            self.id = id
            self.state = state
            self.error = error
            self.message = message
        }
    }

    /// Something the network does to an output, or makes the program do.
    public struct NetworkChange: Sendable, Equatable {
        /// The output, as it is shown; holds no key.
        public var id: String
        /// Such as `no-progress`; docs/cli.md has them all.
        public var kind: String
        /// A number that belongs to it, in the unit of its kind.
        public var value: Double?
        /// What happened, for people; holds no key.
        public var message: String
        /// How grave it is.
        public var level: LiveOptions.LogLevel

        public init(id: String, kind: String, value: Double?, message: String, level: LiveOptions.LogLevel) {
            (self.id, self.kind, self.value, self.message, self.level) = (id, kind, value, message, level)
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
    /// The stream's state changed, such as to `connected`; with the stable code of the reason where there is one.
    case state(String, error: String? = nil)
    case destination(OutputChange)
    case recording(OutputChange)
    case network(NetworkChange)
    /// Another output leads, by how it is shown; nil: none does.
    case leader(String?)
    /// The encoder does less than was asked for, or more again, and why in words.
    case encoder(LiveStatus.Encoder, message: String)
    /// Metrics are served on this port of 127.0.0.1.
    case metrics(port: UInt16)
    /// What keeps the broadcast from starting, or ends it: its stable code, and what happened and what to do.
    case failure(code: String, message: String)
    /// Something worth a line that belongs to no output.
    case message(LiveOptions.LogLevel, String)
    /// Once a second.
    case statistics(LiveStatus)
    /// The last event of all.
    case summary(LiveStatus, ExitCode)
}
