/// Says what on this machine helps or hinders going live, each with its fix.
///
/// `MachineFacts.gather` looks and measures; this only judges, so that every machine there could be can be judged.
public enum Doctor {
    /// What to say about a machine: one area after the other, each in a fixed order.
    public static func findings(of machine: MachineFacts) -> [DoctorFinding] {
        machine.processors.findings + machine.memory.findings + machine.encoders.findings(on: machine.processors)
            + machine.cameras.findings + machine.sound.findings + machine.limits.findings + machine.clock.findings
            + machine.disk.findings + machine.network.findings
    }

    /// Looks at this machine and judges it. Blocks for about two seconds: files are read, and the encoder is measured.
    /// Connects to nothing outside the machine.
    ///
    /// - Parameter catalog: whose devices are looked at.
    public static func examine(_ catalog: CaptureDeviceCatalog = .shared) -> [DoctorFinding] {
        findings(of: .gather(catalog))
    }
}
