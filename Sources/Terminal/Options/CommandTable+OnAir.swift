extension CommandTable {
    /// The verbs and options of `onair`.
    public static let onair = CommandTable(
        program: "onair", summary: "send one camera and microphone to many servers and files",
        verbs: [live, devices, camera, beauty, filters, looks, doctor])

    /// What `onair VERB --help` says about how it ends.
    ///
    /// - Parameters:
    ///   - success: what 0 means, where no output is involved.
    ///   - meanings: of codes that mean something narrower here.
    static func exitCodes(
        _ codes: [ExitCode], success: String? = nil, meanings: [ExitCode: String] = [:]
    ) -> (heading: String, lines: [String]) {
        let lines = codes.map { code in
            let number = "\(code.rawValue)"
            let meaning = meanings[code] ?? (code == .success ? success : nil) ?? code.meaning
            return number + String(repeating: " ", count: 5 - number.count) + meaning
        }
        return (heading: "Exit codes", lines: lines)
    }
}
