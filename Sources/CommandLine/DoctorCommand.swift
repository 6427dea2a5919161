import OnAir
import OnAirTerminal

/// `onair doctor`: whether this machine is fit for going live, told once.
struct DoctorCommand {
    let options: DoctorOptions

    func run() -> ExitCode {
        let report = DoctorReport(Doctor.examine().map(DoctorReport.Finding.init))
        let text =
            options.json
            ? report.json : report.text(columns: Console.outputColumns, isColored: Console.outputIsColored)
        return Console.answer(text, report.exitCode)
    }
}

extension DoctorReport.Finding {
    /// The library's finding in the terminal's words.
    init(_ finding: DoctorFinding) {
        let state: DoctorReport.State =
            switch finding.state {
            case .good: .good
            case .note: .note
            case .problem: .problem
            }
        self.init(
            code: finding.code, area: finding.area.rawValue, state: state, seen: finding.seen, why: finding.why,
            fix: finding.fix)
    }
}
