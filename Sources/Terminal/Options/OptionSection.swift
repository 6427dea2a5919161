/// Options that belong together, under one heading of the help.
public struct OptionSection: Sendable, Equatable {
    public let heading: String
    public let options: [OptionDeclaration]

    public init(_ heading: String, _ options: [OptionDeclaration]) {
        self.heading = heading
        self.options = options
    }
}
