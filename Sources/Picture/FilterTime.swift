/// What one filter costs.
public struct FilterTime: Equatable, Sendable {
    /// The filter's own name.
    public var name: String
    public var time = WorkTime()

    public init(name: String) { self.name = name }
}
