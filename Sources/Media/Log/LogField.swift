/// One named value that belongs to a log line.
public struct LogField: Equatable, Sendable {
    /// The name, constant in the source so that lines can be searched by it.
    public let name: String
    /// The value as text; free of secrets once it has passed the log.
    public let value: String

    /// A field named `name`.
    public init(_ name: StaticString, _ value: some CustomStringConvertible) {
        self.name = "\(name)"
        self.value = value.description
    }

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
