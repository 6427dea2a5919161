/// The options of `onair-window`: those of `onair live`, and when to begin.
public struct WindowOptions: Sendable, Equatable {
    public var live: LiveOptions
    /// Sends and records at once; else keys begin it.
    public var startsAtOnce: Bool

    public init(_ live: LiveOptions, startsAtOnce: Bool = false) {
        (self.live, self.startsAtOnce) = (live, startsAtOnce)
    }

    /// Reads the options as the parser found them.
    ///
    /// - Throws: `UsageError` for a value that cannot be right, and where it is to start and there is nowhere to send.
    init(_ given: [OptionParser.GivenOption]) throws(UsageError) {
        startsAtOnce = given.contains { $0.name == "live" }
        live = try LiveOptions(given.filter { $0.name != "live" }, needsOutput: startsAtOnce)
    }
}
