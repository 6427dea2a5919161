import OnAir
import OnAirTerminal

/// `onair devices`: what there is and what it can do, told once.
struct DevicesCommand {
    let options: DevicesOptions

    func run() -> ExitCode {
        let list = DeviceList(.shared, options: options)
        let text =
            options.json
            ? DeviceListReport.json(list)
            : DeviceListReport.text(list, columns: Console.outputColumns, isColored: Console.outputIsColored)
        return Console.answer(text, .success)
    }
}
