import OnAirMedia
import OnAirPicture
import Testing

/// Time lines of 10 ms a character, the grid at one point in 8 characters. A camera line has a letter where a picture
/// arrives. The program line has the letter where it is shown, in lower case where it is shown again, `!` for a lagged
/// grid point, and brackets around what happens at one instant. `x` marks a busy stage: nobody calls the pacer.
struct GridPacerTimeLineTests {
    struct Line: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var camera: String
        var busy = ""
        var program: String
        var grid: [Int64]
    }

    static let lines: [Line] = [
        Line(
            testDescription: "a steady camera",
            camera: "A-------B-------C-------D",
            program: "A-------B-------C-------D", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a camera that starts between two grid points",
            camera: "-----A-------B-------C---",
            program: "-----A-------B-------C---", grid: [1, 2, 3]),
        Line(
            testDescription: "pictures come a little early and late",
            camera: "A-----B----------C----D--",
            program: "A-----B----------C----D--", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a camera that falls silent: repeats at the grid rate after half a period",
            camera: "A-------B---------------------------",
            program: "A-------B-----------b-------b-------", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a camera that comes back at another phase",
            camera: "A--------------------B-------C---",
            program: "A-----------a-------aB-------C---", grid: [0, 1, 2, 3, 4]),
        Line(
            testDescription: "one picture more than half a period late is a repeat and one displaced",
            camera: "A------------B--C-------D-------E",
            program: "A-----------aB----------D-------E", grid: [0, 1, 2, 3, 4]),
        Line(
            testDescription: "a camera of half the rate",
            camera: "A---------------B---------------C---",
            program: "A-----------a---B-----------b---C---", grid: [0, 1, 2, 3, 4]),
        Line(
            testDescription: "a camera of twice the rate: every second picture, as it arrives",
            camera: "A---B---C---D---E---F---G",
            program: "A-------C-------E-------G", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a camera of four times the rate",
            camera: "A-B-C-D-E-F-G-H-I-J-K-L-M",
            program: "A-------E-------I-------M", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "twice the rate, the nearest picture missing: the one before serves",
            camera: "A---B-------D---E-------G",
            program: "A---------B-----E-------G", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a stage that is busy for less than half a period",
            camera: "A-------B-------C-------D",
            busy: "-------xxxx",
            program: "A----------B----C-------D", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a stage that is busy beyond its tick still serves it",
            camera: "A-------B-------C-------D",
            busy: "-------xxxxxx",
            program: "A------------B--C-------D", grid: [0, 1, 2, 3]),
        Line(
            testDescription:
                "a stage that is busy for more than a period repeats, and keeps pictures on their grid points",
            camera: "A-------B-------C-------D",
            busy: "-------xxxxxxxxxxx",
            program: "A-----------------(aC)-----D", grid: [0, 1, 2, 3]),
        Line(
            testDescription: "a stage that is busy for whole grid points lags and does not catch up in a burst",
            camera: "A-------B-------C-------D-------E",
            busy: "-------xxxxxxxxxxxxxxxxxxxxxxx",
            program: "A-----------------------------(!!D)-E", grid: [0, 3, 4]),
        Line(
            testDescription: "a stage that is busy while the camera is silent repeats once and lags the rest",
            camera: "A-------------------------------E-------",
            busy: "-------xxxxxxxxxxxxxxxxxxxxxxx",
            program: "A-----------------------------(!!a)-E-------", grid: [0, 3, 4]),
    ]

    @Test("The program's time line follows the camera's", arguments: lines)
    func line(_ line: Line) {
        var trial = PacerTrial(rate: FrameRate(25, 2))
        let busy = Array(line.busy)
        var program = ""
        for (index, character) in line.camera.enumerated() {
            let now = HostTime(nanoseconds: Int64(index) * 10_000_000)
            if let letter = character.asciiValue, character != "-" {
                trial.put(PacerTrial.Arrival(time: now, captureTime: now, sequence: Int64(letter) - 65))
            }
            let isBusy = index < busy.count && busy[index] == "x"
            let ended = index == busy.count && index > 0
            guard !isBusy, character != "-" || ended || trial.isDue(now) else {
                program += "-"
                continue
            }
            program += Self.cell(trial.call(at: now), shown: trial.served)
        }
        #expect(program == line.program)
        #expect(trial.served.map(\.gridIndex) == line.grid)
    }

    private static func cell(_ decisions: [GridPacer.Decision], shown: [PacerTrial.Served]) -> String {
        var latest = shown.suffix(
            decisions.count {
                switch $0 {
                case .fresh, .previous: true
                case .wait, .lagged: false
                }
            }
        ).makeIterator()
        func letter(_ base: UInt32) -> String {
            guard let sequence = latest.next()?.sequence else { return "?" }
            return String(UnicodeScalar(base + UInt32(sequence)).map(Character.init) ?? "?")
        }
        let events = decisions.map { decision in
            switch decision {
            case .wait: ""
            case .lagged(let count): String(repeating: "!", count: Int(count))
            case .fresh: letter(65)
            case .previous: letter(97)
            }
        }.joined()
        return events.isEmpty ? "-" : events.count > 1 ? "(\(events))" : events
    }
}
