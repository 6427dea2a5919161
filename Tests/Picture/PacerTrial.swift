import OnAirMedia
import OnAirPicture

/// Runs a pacer against a camera, in time order, the way its stage does: a call for each arrival and for each wake-up.
struct PacerTrial {
    /// A picture on its way into the slot.
    struct Arrival {
        var time: HostTime
        var captureTime: HostTime
        var sequence: Int64
    }

    /// A grid point that was served.
    struct Served: Equatable {
        var time: HostTime
        var gridIndex: Int64
        /// Nil before the first picture, which cannot be.
        var sequence: Int64?
        var isRepeat: Bool
        /// From the arrival of a fresh picture to its turn, in nanoseconds.
        var waited: Int64
    }

    var pacer: GridPacer
    private(set) var served: [Served] = []
    /// Grid points that got nothing.
    private(set) var lagged: Int64 = 0
    /// Pictures that were replaced in the slot.
    private(set) var displaced = 0
    /// The largest move of the phase in one tick, whole periods aside.
    private(set) var largestPhaseStep: Int64 = 0
    private var slot: Arrival?
    private var shown: Int64?
    private var wake: HostTime?

    init(rate: FrameRate, epoch: HostTime = HostTime(nanoseconds: 0)) { pacer = GridPacer(rate: rate, epoch: epoch) }

    var repeats: Int { served.count { $0.isRepeat } }
    var fresh: [Served] { served.filter { !$0.isRepeat } }

    /// Lets `arrival` happen after all wake-ups before it.
    mutating func arrive(_ arrival: Arrival) {
        run(until: arrival.time)
        put(arrival)
        call(at: arrival.time)
    }

    /// Puts a picture into the slot without anybody looking.
    mutating func put(_ arrival: Arrival) {
        if slot != nil { displaced += 1 }
        slot = arrival
    }

    /// Lets all wake-ups before `time` happen.
    mutating func run(until time: HostTime) {
        while let wake, wake < time { call(at: wake) }
    }

    /// Whether the pacer asked to be called by `time`.
    func isDue(_ time: HostTime) -> Bool { wake.map { $0 <= time } ?? false }

    /// Calls the pacer at `now` until it waits. Returns what happened.
    @discardableResult
    mutating func call(at now: HostTime) -> [GridPacer.Decision] {
        var decisions: [GridPacer.Decision] = []
        while true {
            let before = pacer.phase
            let waiting = slot.map { GridPacer.Waiting(sequence: $0.sequence, captureTime: $0.captureTime) }
            let decision = pacer.decide(now: now, waiting: waiting)
            decisions.append(decision)
            notePhase(before)
            switch decision {
            case .wait(let until):
                wake = until
                return decisions
            case .lagged(let count): lagged += count
            case .fresh(let index):
                let waited = slot.map { now.nanoseconds(since: $0.time) } ?? -1
                shown = slot?.sequence
                slot = nil
                served.append(Served(time: now, gridIndex: index, sequence: shown, isRepeat: false, waited: waited))
            case .previous(let index):
                served.append(Served(time: now, gridIndex: index, sequence: shown, isRepeat: true, waited: 0))
            }
        }
    }

    private mutating func notePhase(_ before: Int64?) {
        guard let before, let after = pacer.phase else { return }
        let step = abs(after - before)
        largestPhaseStep = max(largestPhaseStep, min(step, abs(step - pacer.period)))
    }
}
