extension CameraSettings {
    /// What is set otherwise than in `earlier`, in the order in which a device takes it: points of interest before the
    /// modes that use them, modes before the values that only count in them.
    public func changes(from earlier: CameraSettings) -> [CameraControl] {
        CameraSettingsField.all.filter { $0.differs(self, earlier) }.map(\.control)
    }

    /// These settings with `controls` as `other` has them, and nothing else changed.
    public func taking(_ controls: some Sequence<CameraControl>, from other: CameraSettings) -> CameraSettings {
        var settings = self
        for control in controls { CameraSettingsField.named(control)?.copy(other, &settings) }
        return settings
    }

    /// `controls` in the order in which a device takes them.
    static func ordered(_ controls: Set<CameraControl>) -> [CameraControl] {
        CameraSettingsField.all.map(\.control).filter(controls.contains)
    }
}
