import Glibc

/// Where tests with real drivers run: in the machine, with a folder that its host sees too.
enum Testbed {
    /// The folder; nil elsewhere.
    static let folder = getenv("ONAIR_TESTBED").map { String(cString: $0) }
}
