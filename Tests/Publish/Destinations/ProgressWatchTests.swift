import OnAirMedia
import OnAirPublish
import Testing

@Suite("ProgressWatch")
struct ProgressWatchTests {
    private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }
    private var watch = ProgressWatch(warnAfter: 2000, giveUpAfter: 5000)

    @Test("No progress is told after 2 s, once, and ends it after 5 s")
    mutating func stalls() {
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(0)) == .nothing)
        #expect(watch.deadline == at(2000))
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(1999)) == .nothing)
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(2000)) == .slow(milliseconds: 2000))
        #expect(watch.deadline == at(5000))
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(4999)) == .nothing)
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(5000)) == .stalled(milliseconds: 5000))
    }

    @Test("A single acknowledged byte begins the wait anew")
    mutating func progress() {
        _ = watch.observe(acknowledged: 0, isWaiting: true, now: at(0))
        _ = watch.observe(acknowledged: 0, isWaiting: true, now: at(3000))
        #expect(watch.observe(acknowledged: 1, isWaiting: true, now: at(4000)) == .again)
        // It may have come up to 50 ms before it was seen.
        #expect(watch.observe(acknowledged: 1, isWaiting: true, now: at(5949)) == .nothing)
        #expect(watch.observe(acknowledged: 1, isWaiting: true, now: at(5950)) == .slow(milliseconds: 2000))
    }

    @Test("What began to wait before the look is counted from then")
    mutating func begunBefore() {
        #expect(watch.observe(acknowledged: 0, isWaiting: true, since: at(60), now: at(100)) == .nothing)
        #expect(watch.deadline == at(2060))
    }

    @Test("A watch that never gives up tells once and then waits")
    mutating func patient() {
        watch = ProgressWatch(warnAfter: 2000, giveUpAfter: nil)
        _ = watch.observe(acknowledged: 0, isWaiting: true, now: at(0))
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(2000)) == .slow(milliseconds: 2000))
        #expect(watch.deadline == nil)
        #expect(watch.observe(acknowledged: 0, isWaiting: true, now: at(60_000)) == .nothing)
    }

    @Test("A quiet connection is not a stalled one")
    mutating func idle() {
        #expect(watch.observe(acknowledged: 10, isWaiting: false, now: at(0)) == .nothing)
        #expect(watch.deadline == nil)
        #expect(watch.observe(acknowledged: 10, isWaiting: false, now: at(60_000)) == .nothing)
        #expect(watch.observe(acknowledged: 10, isWaiting: true, now: at(60_001)) == .nothing)
        #expect(watch.deadline == at(62_001))
    }
}
