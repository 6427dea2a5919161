import OnAirTerminal

/// `onair filters`: what there is and what can be set, told once.
struct FiltersCommand {
    let options: FiltersOptions

    func run() -> ExitCode {
        let list = FilterList()
        let text =
            options.json
            ? FilterListReport.json(list)
            : FilterListReport.text(list, columns: Console.outputColumns, isColored: Console.outputIsColored)
        return Console.answer(text, .success)
    }
}
