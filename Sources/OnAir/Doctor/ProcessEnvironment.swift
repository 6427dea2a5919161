import Glibc

/// The variables this process was started with.
enum ProcessEnvironment {
    /// The value of variable `name`; nil where it is not set, or empty.
    static func value(_ name: String) -> String? {
        guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
        return text
    }
}
