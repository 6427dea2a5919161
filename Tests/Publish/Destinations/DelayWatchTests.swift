import OnAirMedia
import OnAirPublish
import Testing

@Suite("DelayWatch and MediaProgress")
struct DelayWatchTests {
    private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    @Test("Bytes that wait longer than 500 ms are told once, until they flow again")
    func slow() {
        var watch = DelayWatch()
        #expect(watch.observe(appended: 1000, gone: 0, now: at(0)) == nil)
        #expect(watch.deadline == at(501))
        #expect(watch.observe(appended: 2000, gone: 900, now: at(500)) == nil)
        #expect(watch.observe(appended: 3000, gone: 999, now: at(501)) == 501)
        #expect(watch.observe(appended: 3000, gone: 999, now: at(900)) == nil)
        // The next ones wait as long: nothing new.
        #expect(watch.observe(appended: 4000, gone: 1000, now: at(1000)) == nil)
        #expect(watch.observe(appended: 4000, gone: 1500, now: at(1600)) == nil)
        // They flow: the next time is told again.
        #expect(watch.observe(appended: 4000, gone: 4000, now: at(1700)) == nil)
        #expect(watch.deadline == nil)
        #expect(watch.observe(appended: 5000, gone: 4000, now: at(2000)) == nil)
        #expect(watch.observe(appended: 5000, gone: 4000, now: at(2600)) == 600)
    }

    @Test("A busy connection whose bytes go soon is never slow")
    func busy() {
        var watch = DelayWatch()
        for step in 0..<100 as Range<Int64> {
            let gone = UInt64(step) * 1000
            #expect(watch.observe(appended: gone + 4000, gone: gone, now: at(step * 100)) == nil)
        }
    }

    @Test("Media counts once its last byte is acknowledged")
    func media() {
        var progress = MediaProgress()
        for index in 0..<100 as Range<Int64> {
            progress.sent(.milliseconds(index * 100), end: UInt64(index + 1) * 10)
            if index >= 5 { progress.acknowledged(UInt64(index - 4) * 10) }
        }
        #expect((9_000...9_500).contains(progress.milliseconds))
        progress.acknowledged(990)
        progress.acknowledged(999)
        #expect(progress.milliseconds < 9_900)
        progress.acknowledged(1000)
        progress.acknowledged(1000)
        #expect(progress.milliseconds == 9_900)
    }
}
