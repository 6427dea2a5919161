extension CommandTable {
    /// The verbs and options of `onair`.
    public static let onair = CommandTable(
        program: "onair", summary: "send one camera and microphone to many servers and files",
        verbs: [live, devices, camera, doctor])

    /// What `onair VERB --help` says about how it ends.
    ///
    /// - Parameter success: what 0 means, where no output is involved.
    static func exitCodes(_ codes: [ExitCode], success: String? = nil) -> (heading: String, lines: [String]) {
        let lines = codes.map { code in
            let number = "\(code.rawValue)"
            let meaning = code == .success ? success ?? code.meaning : code.meaning
            return number + String(repeating: " ", count: 5 - number.count) + meaning
        }
        return (heading: "Exit codes", lines: lines)
    }
}
