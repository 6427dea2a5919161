import OnAir
import OnAirMedia
import OnAirSDL
import OnAirTerminal
import OnAirWindow
import Testing

@Suite("What the window tells")
struct WindowPartsTests {
    private func live() -> WindowFacts {
        var facts = WindowFacts()
        facts.camera = "Simulated Front Camera"
        facts.destinations = [WindowFacts.Output(name: "rtmp://server/live", state: "live", seconds: 3723.9)]
        (facts.kilobitsPerSecond, facts.dropped) = (2480.4, 3)
        return facts
    }

    @Test("The title of a preview")
    func preview() {
        var facts = WindowFacts()
        #expect(WindowTitle.text(facts) == "preview · OnAir")
        facts.camera = "Simulated Front Camera"
        facts.isMuted = true
        #expect(WindowTitle.text(facts) == "preview · muted · Simulated Front Camera · OnAir")
        (facts.isMuted, facts.isCameraLost) = (false, true)
        #expect(WindowTitle.text(facts) == "preview · Simulated Front Camera IS LOST · OnAir")
    }

    @Test("The title while live: state, time, place, bitrate, losses")
    func liveTitle() {
        #expect(
            WindowTitle.text(live())
                == "LIVE 01:02:03 · rtmp://server/live · 2480 kbit/s · 3 dropped · Simulated Front Camera · OnAir")
    }

    @Test("The title on the way, with several destinations, while recording, with an answer, at the end")
    func otherTitles() {
        var facts = WindowFacts()
        facts.destinations = [WindowFacts.Output(name: "rtmp://server/live", state: "connecting")]
        #expect(WindowTitle.text(facts) == "connecting · rtmp://server/live · OnAir")
        facts.destinations.append(WindowFacts.Output(name: "rtmp://two/live", state: "live", seconds: 5))
        facts.kilobitsPerSecond = 1000
        #expect(WindowTitle.text(facts) == "LIVE 00:00:05 · 1 of 2 destinations · 1000 kbit/s · 0 dropped · OnAir")
        facts.destinations = []
        facts.recordings = [WindowFacts.Output(name: "show.flv", state: "live", seconds: 61)]
        facts.answer = "zoom 1.25"
        #expect(WindowTitle.text(facts) == "zoom 1.25 · REC 00:01:01 · show.flv · OnAir")
        (facts.answer, facts.isStopping, facts.isFrozen) = (nil, true, true)
        #expect(WindowTitle.text(facts) == "ending · frozen · OnAir")
    }

    @Test("Facts follow outputs as they come, change and go, and then what each second tells")
    func facts() {
        var statistics = BroadcastStatistics()
        var ended = OutputStatistics(id: 1, kind: .destination, name: "rtmp://gone/live", state: "ended")
        ended.dropped = 100
        var running = OutputStatistics(id: 2, kind: .destination, name: "rtmp://server/live", state: "live")
        (running.dropped, running.liveSeconds) = (3, 12)
        let file = OutputStatistics(id: 3, kind: .recording, name: "show.flv", state: "live")
        statistics.outputs = [ended, running, file]
        statistics.uploadKilobitsPerSecond = 900
        var facts = WindowFacts()
        facts.update(statistics)
        #expect(facts.destinations == [WindowFacts.Output(name: "rtmp://server/live", state: "live", seconds: 12)])
        #expect(facts.recordings.map(\.name) == ["show.flv"])
        #expect(facts.dropped == 3 && facts.kilobitsPerSecond == 900 && facts.isLive && facts.isRecording)
    }

    @Test("Nothing on, no mark; each thing that is on has its own, and all lie on the surface")
    func marks() {
        let surface = LayerSize(width: 640, height: 360)
        #expect(WindowMarks.shapes(WindowFacts(), on: surface).isEmpty)
        var facts = live()
        let one = WindowMarks.shapes(facts, on: surface).count
        facts.recordings = [WindowFacts.Output(name: "show.flv", state: "live")]
        let two = WindowMarks.shapes(facts, on: surface).count
        (facts.isMuted, facts.isFrozen) = (true, true)
        let all = WindowMarks.shapes(facts, on: surface)
        #expect(0 < one && one < two && two < all.count)
        for case .disc(let center, let radius, _) in all {
            #expect(center.x - radius >= 0 && center.x + radius <= 640 && center.y - radius >= 0)
        }
        // Viewers get it: a red disc that the way there has hollow.
        facts = live()
        facts.destinations[0].state = "connecting"
        #expect(WindowMarks.shapes(facts, on: surface).count == one + 1)
    }

    @Test("The cursor is a square about the point, half as large again at first")
    func cursor() {
        var cursor = FocusCursor()
        let point = LayerPoint(x: 300, y: 200)
        cursor.tap(at: point, now: HostTime(nanoseconds: 0))
        func bounds(_ nanoseconds: Int64) -> (Double, Double, Double, Double)? {
            guard let mark = cursor.mark(at: HostTime(nanoseconds: nanoseconds)) else { return nil }
            let lines = FocusCursorDrawing.shapes(mark, on: LayerSize(width: 960, height: 540)).compactMap { shape in
                if case .rectangle(let line, _) = shape { line } else { nil }
            }
            return (
                lines.map(\.x).min() ?? 0, lines.map(\.y).min() ?? 0, lines.map { $0.x + $0.width }.max() ?? 0,
                lines.map { $0.y + $0.height }.max() ?? 0
            )
        }
        guard let first = bounds(0), let last = bounds(1_000_000_000) else {
            Issue.record("there is no cursor")
            return
        }
        // An eighth of 540 in the end; the edge of the lines stands out by two.
        #expect(abs(last.2 - last.0 - 67.5) <= 4 && abs(first.2 - first.0 - 101.25) <= 4)
        for (left, top, right, bottom) in [first, last] {
            #expect(abs((left + right) / 2 - 300) < 1e-9 && abs((top + bottom) / 2 - 200) < 1e-9)
        }
        #expect(bounds(1_000_000_001) == nil)
    }

    @Test("A trackpad's small turns add up to notches; turning back counts from there")
    func wheel() {
        var wheel = WheelNotches()
        #expect([0.4, 0.4, 0.4].map { wheel.turn($0) } == [0, 0, 1])
        #expect([-0.5, -0.6].map { wheel.turn($0) } == [0, -1])
        #expect(wheel.turn(3) == 3)
        #expect(wheel.turn(.nan) == 0 && wheel.turn(.infinity) == 0 && wheel.turn(1e9) == 8)
    }

    @Test("Keys mean what they mean in onair live, and l, r, F1, F11 and escape besides")
    func keys() {
        for key in LiveKey.allCases { #expect(WindowAction(.character(key.rawValue)) == .live(key)) }
        #expect(WindowAction(.character("l")) == .send && WindowAction(.character("r")) == .record)
        #expect(WindowAction(.function(1)) == .live(.help) && WindowAction(.function(11)) == .fullScreen)
        #expect(WindowAction(.escape) == .leaveFullScreen)
        #expect(WindowAction(.character("z")) == nil && WindowAction(.function(5)) == nil)
    }

    @Test("A second recording never takes the place of the first")
    func names() {
        var asked = RecordingNames(["show.flv", "b/c.flv"])
        let taken: Set = ["show.flv", "show-2.flv", "show-3.flv"]
        func next() -> [String] { asked.next(isTaken: { taken.contains($0) }, timed: "now.flv") }
        #expect(next() == ["show.flv", "b/c.flv"])
        // A file that is there and that nobody has named stays.
        #expect(next() == ["show-4.flv", "b/c-2.flv"])
        var none = RecordingNames([])
        for name in ["now.flv", "then.flv"] { #expect(none.next(isTaken: { _ in true }, timed: name) == [name]) }
    }
}
