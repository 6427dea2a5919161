import OnAirDrawing
import OnAirMedia

/// Keeps a text with live variables up to date: draws it anew when what it says changes, and waits for that instant.
///
/// Ends when it is asked to, or when no scene holds its cell any more. Where a new text cannot be drawn, the old one
/// stays, and the log tells so once.
final class TextStage: Stage {
    let name = "text"
    private let template: TextTemplate
    private let style: TextStyle
    private let variables: TextVariables
    private let stop: StopRequest
    private let log: Log
    private weak var cell: LayerCell?
    /// Made by the first step: its fonts belong to the stage's thread.
    private var renderer: TextRenderer?
    private var shown: String
    private var watcher: Int?
    private var hasTold = false

    /// - Parameter shown: what the cell's content says already.
    init(
        _ template: TextTemplate, style: TextStyle, variables: TextVariables, cell: LayerCell, shown: String,
        stop: StopRequest, log: Log
    ) {
        self.template = template
        self.style = style
        self.variables = variables
        self.cell = cell
        self.shown = shown
        self.stop = stop
        self.log = log
    }

    func step(now: HostTime) -> StageWait {
        guard !stop.isRequested, let cell else { return finish() }
        if watcher == nil {
            watcher = variables.watch(names: template.names, usesDuration: template.usesDuration) { [stop] in
                stop.wake()
            }
        }
        let values = variables.values
        let unixTime = variables.unixNanoseconds(at: now)
        let text = template.text(values, now: now, unixNanoseconds: unixTime)
        if text != shown {
            shown = text
            draw(text, into: cell)
        }
        return .event(until: template.nextChange(values, now: now, unixNanoseconds: unixTime))
    }

    private func draw(_ text: String, into cell: LayerCell) {
        do throws(DrawingError) {
            let renderer = if let renderer { renderer } else { try TextRenderer() }
            self.renderer = renderer
            cell.show(.images(ImageSequence(try renderer.render(text, style))))
        } catch {
            guard !hasTold else { return }
            hasTold = true
            log.warning("a text cannot be drawn anew", [LogField("reason", error)])
        }
    }

    private func finish() -> StageWait {
        if let watcher { variables.unwatch(watcher) }
        watcher = nil
        return .finished
    }
}
