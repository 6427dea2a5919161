import OnAirMedia
import Testing

struct HostTimeTests {
    @Test("Lengths between instants come back")
    func arithmetic() {
        let start = HostTime(nanoseconds: 1_000_000_007)
        let later = start.advanced(by: FrameRate(30000, 1001).time(ofFrame: 1))
        #expect(later.nanoseconds(since: start) == 33_366_667)
        #expect(later.time(since: start) == .nanoseconds(33_366_667))
        #expect(start.nanoseconds(since: later) == -33_366_667)
        #expect(start.advanced(byMilliseconds: -1) == start.advanced(byNanoseconds: -1_000_000))
        #expect(start < later)
    }

    @Test("A virtual clock stands still until moved, and never goes back")
    func virtualClock() {
        let clock = VirtualClock(start: HostTime(nanoseconds: 10))
        #expect(clock.now == HostTime(nanoseconds: 10))
        clock.advance(to: HostTime(nanoseconds: 30))
        clock.advance(to: HostTime(nanoseconds: 20))
        #expect(clock.now == HostTime(nanoseconds: 30))
    }

    @Test("The host's clock never goes back")
    func monotonicClock() {
        let clock = MonotonicClock()
        let times = (0..<1000).map { _ in clock.now }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("A picture delay is stated once")
    func pictureDelay() {
        let delay = PictureDelay()
        #expect(delay.value == nil)
        delay.set(.milliseconds(-12))
        delay.set(.milliseconds(40))
        #expect(delay.value == .milliseconds(-12))
        #expect(PictureDelay(.zero).value == .zero)
    }
}
