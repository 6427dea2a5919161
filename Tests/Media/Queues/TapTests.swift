import OnAirMedia
import Testing

struct TapTests {
    @Test("Everybody attached at the time gets the item; what a full queue loses counts against it alone")
    func fanOut() {
        let tap = Tap<Int>()
        let (slow, fast) = (BoundedQueue<Int>(capacity: 1), BoundedQueue<Int>(capacity: 10))
        let (slowLedger, fastLedger) = (DropLedger(), DropLedger())
        tap.push(0)
        tap.attach(slow, ledger: slowLedger, reason: .skipped)
        tap.push(1)
        tap.attach(fast, ledger: fastLedger, reason: .dropped)
        tap.push(2)
        tap.push(3)
        #expect(slow.pop() == 3 && slow.pop() == nil)
        #expect(fast.pop() == 2 && fast.pop() == 3)
        #expect(slowLedger[.skipped] == 2 && fastLedger[.dropped] == 0)
    }

    @Test("A detached queue is closed and gets no more")
    func detach() {
        let tap = Tap<Int>()
        let (one, other) = (BoundedQueue<Int>(capacity: 4), BoundedQueue<Int>(capacity: 4))
        for queue in [one, other] { tap.attach(queue, ledger: DropLedger(), reason: .skipped) }
        tap.push(1)
        tap.detach(one)
        tap.push(2)
        #expect(one.pop() == 1 && one.isFinished)
        #expect(other.count == 2 && !other.isFinished)
    }

    @Test("The end of the output ends every queue, also one that comes too late")
    func close() {
        let tap = Tap<Int>()
        let (early, late) = (BoundedQueue<Int>(capacity: 4), BoundedQueue<Int>(capacity: 4))
        tap.attach(early, ledger: DropLedger(), reason: .skipped)
        tap.close()
        tap.attach(late, ledger: DropLedger(), reason: .skipped)
        tap.push(1)
        #expect(early.isFinished && late.isFinished)
    }
}
