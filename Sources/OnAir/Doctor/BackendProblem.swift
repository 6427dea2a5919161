/// Why a kind of devices could not be looked for.
public struct BackendProblem: Sendable, Equatable {
    /// The backend's name, such as `pulse`.
    public var backend: String
    /// Stable across versions, such as `device-denied`.
    public var code: String
    public var message: String
    /// What to do; nil where nothing useful can be said.
    public var advice: String?

    public init(backend: String, code: String, message: String, advice: String? = nil) {
        (self.backend, self.code, self.message, self.advice) = (backend, code, message, advice)
    }

    /// Whether this user is not let in.
    var isDenied: Bool { code == "device-denied" }

    /// Those of `catalog` for `mediaType`.
    static func all(for mediaType: MediaType, in catalog: CaptureDeviceCatalog) -> [BackendProblem] {
        catalog.problems(for: mediaType).map { name, error in
            BackendProblem(backend: name, code: error.code, message: error.message, advice: error.advice)
        }
    }
}
