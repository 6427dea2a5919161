/// Where to publish, already taken apart: what the commands `connect` and `publish` say.
public struct RTMPTarget: Hashable, Sendable {
    /// The application, `app` in `connect`; may be empty.
    public var app: String
    /// The address as `connect` tells it, such as `rtmp://live.example.com:1935/app`; never with user or password.
    public var tcURL: String
    /// The stream key, sent byte for byte, query included. A secret: no error text repeats it.
    public var streamName: [UInt8]

    public init(app: String, tcURL: String, streamName: [UInt8]) {
        self.app = app
        self.tcURL = tcURL
        self.streamName = streamName
    }
}
