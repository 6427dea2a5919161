import OnAirBeauty
import OnAirMedia
import OnAirSystem
import OnAirTerminal

/// `onair looks`: tells the built-in looks, or writes one into a file.
struct LooksCommand {
    let options: LooksOptions

    func run() -> ExitCode {
        if let export = options.export { return write(export) }
        let list = LookList(Look.builtIn.map { LookList.Look(name: $0.name, meaning: $0.meaning) })
        let text =
            options.json
            ? list.json : list.text(columns: Console.outputColumns, isColored: Console.outputIsColored)
        return Console.answer(text, .success)
    }

    private func write(_ export: LooksOptions.Export) -> ExitCode {
        guard let look = Look.builtIn.first(where: { $0.name == export.look }) else {
            let names = Look.builtIn.map(\.name)
            let near = Spelling.nearest(to: export.look, among: names)
            let error = UsageError(
                .badValue, "There is no look \"\(export.look)\".",
                advice: near.map { "Did you mean \"\($0)\"?" } ?? "`onair looks` lists them.")
            Console.write("onair: \(error)\n", to: .standardError)
            return .usage
        }
        var isCreated = false
        do throws(SystemError) {
            let file = try NewFile(export.path)
            isCreated = true
            try file.write(Array(look.cube().utf8))
            return .success
        } catch {
            Console.write("onair: \(error)\n", to: .standardError)
            return isCreated ? .writingFailed : .recordingRefused
        }
    }
}
