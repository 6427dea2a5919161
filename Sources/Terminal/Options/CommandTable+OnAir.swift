extension CommandTable {
    /// The verbs and options of `onair`.
    public static let onair = CommandTable(
        program: "onair", summary: "send one camera and microphone to many servers and files",
        verbs: [live, devices, doctor])

    /// What `onair VERB --help` says about how it ends.
    static func exitCodes(_ codes: [ExitCode]) -> (heading: String, lines: [String]) {
        let lines = codes.map { code in
            let number = "\(code.rawValue)"
            return number + String(repeating: " ", count: 5 - number.count) + code.meaning
        }
        return (heading: "Exit codes", lines: lines)
    }
}
