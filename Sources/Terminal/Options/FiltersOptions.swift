/// What `onair filters` was asked to do.
public struct FiltersOptions: Sendable, Equatable {
    /// One JSON document instead of text for people.
    public var json = false

    public init() {}

    /// Reads the options as the parser found them.
    public init(_ given: [OptionParser.GivenOption]) { json = given.contains { $0.name == "json" } }
}
