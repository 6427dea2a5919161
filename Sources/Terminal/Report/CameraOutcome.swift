/// What became of controls that `onair camera` set.
public struct CameraOutcome: Sendable, Equatable {
    /// One control.
    public struct Control: Sendable, Equatable {
        public var name: String
        public var wanted: CameraSheet.Value
        /// What the camera says it is now; nil where it does not say.
        public var actual: CameraSheet.Value?
        /// Why it could not be set; nil where it could.
        public var problem: DeviceList.Problem?

        public init(
            name: String, wanted: CameraSheet.Value, actual: CameraSheet.Value?, problem: DeviceList.Problem? = nil
        ) {
            (self.name, self.wanted, self.actual, self.problem) = (name, wanted, actual, problem)
        }

        /// Whether the camera did as it was told, as far as it says.
        public var isAsWanted: Bool { problem == nil && (actual == nil || actual == wanted) }
    }

    public var id: String
    public var controls: [Control]
    /// Controls of a preset that the camera does not have.
    public var missing: [String]
    /// Everything that was set ends with the program.
    public var isTemporary: Bool

    public init(id: String, controls: [Control], missing: [String] = [], isTemporary: Bool = false) {
        (self.id, self.controls, self.missing, self.isTemporary) = (id, controls, missing, isTemporary)
    }

    /// `settings` where a control is not as it was wanted.
    public var exitCode: ExitCode { controls.allSatisfy(\.isAsWanted) ? .success : .settings }
}
