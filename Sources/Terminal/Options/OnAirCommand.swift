/// What a run of `onair` is to do, read from its arguments.
public enum OnAirCommand: Sendable, Equatable {
    /// Print this text on standard output and end well.
    case show(String)
    case live(LiveOptions)
    case devices(DevicesOptions)
    case doctor(DoctorOptions)
    case camera(CameraOptions)
    case beauty(BeautyOptions)
    case filters(FiltersOptions)
    case looks(LooksOptions)

    /// Reads `arguments`, without the program's own name.
    ///
    /// - Parameter version: what `--version` prints.
    /// - Throws: `UsageError`; the command then prints it and ends with `ExitCode.usage`.
    public init(_ arguments: [String], version: String) throws(UsageError) {
        let table = CommandTable.onair
        switch try OptionParser(table).parse(arguments) {
        case .help(verb: nil): self = .show(HelpText.overview(table))
        case .help(verb: let name?):
            self = .show(table.verb(name).map { HelpText.verb($0, of: table) } ?? HelpText.overview(table))
        case .version: self = .show("\(table.program) \(version)\n")
        case .run(verb: "devices", words: _, let options): self = .devices(DevicesOptions(options))
        case .run(verb: "doctor", words: _, let options): self = .doctor(DoctorOptions(options))
        case .run(verb: "camera", let words, let options): self = .camera(try CameraOptions(words: words, options))
        case .run(verb: "beauty", let words, let options): self = .beauty(try BeautyOptions(words: words, options))
        case .run(verb: "filters", words: _, let options): self = .filters(FiltersOptions(options))
        case .run(verb: "looks", let words, let options): self = .looks(try LooksOptions(words: words, options))
        case .run(verb: _, words: _, let options): self = .live(try LiveOptions(options))
        }
    }
}
