/// Where to publish, already taken apart: what the commands `connect` and `publish` say.
public struct RTMPTarget: Hashable, Sendable {
    /// The application, `app` in `connect`; may be empty.
    public var app: String
    /// The address as `connect` tells it, such as `rtmp://live.example.com:1935/app`; never with user or password.
    public var tcURL: String
    /// The stream key, sent byte for byte, query included. A secret: no error text repeats it.
    public var streamName: [UInt8]
    /// For a server that asks for a user and a password; nil answers none. Secrets: no error text repeats them.
    public var credentials: RTMPCredentials?

    public init(app: String, tcURL: String, streamName: [UInt8], credentials: RTMPCredentials? = nil) {
        self.app = app
        self.tcURL = tcURL
        self.streamName = streamName
        self.credentials = credentials
    }
}
