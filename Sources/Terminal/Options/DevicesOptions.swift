/// What `onair devices` was asked to do.
public struct DevicesOptions: Sendable, Equatable {
    public var showsCameras = true
    public var showsMicrophones = true
    /// One JSON document instead of text for people.
    public var json = false

    public init() {}

    /// Reads the options as the parser found them. Asking for both kinds is asking for all.
    public init(_ given: [OptionParser.GivenOption]) {
        let names = Set(given.map(\.name))
        json = names.contains("json")
        let (cameras, microphones) = (names.contains("cameras"), names.contains("microphones"))
        showsCameras = cameras || !microphones
        showsMicrophones = microphones || !cameras
    }
}
