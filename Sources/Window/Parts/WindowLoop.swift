import OnAirMedia
import OnAirSDL
import OnAirTerminal

/// The main thread's part: draws what the mailbox has, hears keys and the mouse, and hands what they ask for to the desk.
/// Between two events it sleeps.
package final class WindowLoop {
    /// Milliseconds between two pictures of the moving cursor.
    private static let cursorInterval: Int32 = 16

    private let window: SDLWindow
    private let mailbox: WindowMailbox
    private let desk: WindowDesk
    private let clock: any HostClock
    private var facts = WindowFacts()
    private var title = ""
    private var cursor = FocusCursor()
    private var wheel = WheelNotches()
    private var isFullScreen = false

    package init(window: SDLWindow, mailbox: WindowMailbox, desk: WindowDesk, clock: any HostClock) {
        (self.window, self.mailbox, self.desk, self.clock) = (window, mailbox, desk, clock)
    }

    /// Goes on until the broadcast has ended.
    package func run() -> ExitCode {
        while true {
            let wasShowing = cursor.isShowing(at: clock.now)
            var isDue = wasShowing
            switch window.next(within: wasShowing ? Self.cursorInterval : nil) {
            case .woken:
                if let code = mailbox.ending { return code }
                // A moving cursor has its own times, and a picture is shown with the next of them at the latest.
                isDue = takeNews()
            case .exposed:
                desk.send(.looks(true))
                isDue = true
            case .hidden: desk.send(.looks(false))
            case .closed: desk.send(.closed)
            case .key(let key): WindowAction(key).map(act)
            case .click(let point): isDue = tap(point) || isDue
            case .wheel(let amount): zoom(wheel.turn(amount))
            case .timedOut: break
            }
            if isDue { draw() }
        }
    }

    /// Whether there is something to draw.
    private func takeNews() -> Bool {
        var isNew = false
        if let picture = mailbox.takePicture() {
            do throws(SDLError) {
                try window.show(picture)
                isNew = true
            } catch {
                desk.send(.trouble(error.description))
            }
        }
        if let news = mailbox.takeFacts() {
            facts = news
            isNew = true
            let next = WindowTitle.text(news)
            if next != title { window.setTitle(next) }
            title = next
        }
        return isNew
    }

    private func draw() {
        let surface = window.surface
        var shapes = WindowMarks.shapes(facts, on: surface)
        if let mark = cursor.mark(at: clock.now) { shapes += FocusCursorDrawing.shapes(mark, on: surface) }
        window.draw(shapes)
    }

    private func act(_ action: WindowAction) {
        switch action {
        case .fullScreen: setFullScreen(!isFullScreen)
        case .leaveFullScreen: if isFullScreen { setFullScreen(false) }
        case .live, .send, .record: desk.send(.action(action))
        }
    }

    private func setFullScreen(_ wanted: Bool) { if window.setFullScreen(wanted) { isFullScreen = wanted } }

    /// Whether the point lies on the picture.
    private func tap(_ point: LayerPoint) -> Bool {
        guard let place = window.place, (place.x...(place.x + place.width)).contains(point.x),
            (place.y...(place.y + place.height)).contains(point.y)
        else { return false }
        cursor.tap(at: point, now: clock.now)
        desk.send(.tapped(point, window.surface))
        return true
    }

    private func zoom(_ notches: Int) {
        for _ in 0..<abs(notches) { desk.send(.action(.live(notches > 0 ? .zoomIn : .zoomOut))) }
    }
}
