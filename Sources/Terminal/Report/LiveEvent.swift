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

    /// The stream's state changed, such as to `connected`.
    case state(String)
    case destination(OutputChange)
    case recording(OutputChange)
    /// Something worth a line that belongs to no output.
    case message(LiveOptions.LogLevel, String)
    /// Once a second.
    case statistics(LiveStatus)
    /// The last event of all.
    case summary(LiveStatus, ExitCode)
}
