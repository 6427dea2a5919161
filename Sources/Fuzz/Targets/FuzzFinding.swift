/// Something that must hold and did not.
public struct FuzzFinding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    /// Throws `text` unless `condition` holds.
    static func unless(_ condition: Bool, _ text: @autoclosure () -> String) throws(FuzzFinding) {
        guard !condition else { return }
        throw FuzzFinding(text())
    }
}
