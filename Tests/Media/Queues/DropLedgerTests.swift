import OnAirMedia
import Testing

struct DropLedgerTests {
    @Test("Every reason has a count of its own")
    func separateCounts() {
        let ledger = DropLedger()
        for (index, reason) in DropLedger.Reason.allCases.enumerated() { ledger.add(reason, count: Int64(index) + 1) }
        ledger.add(.late)
        for (index, reason) in DropLedger.Reason.allCases.enumerated() {
            #expect(ledger[reason] == Int64(index) + (reason == .late ? 2 : 1))
        }
    }

    @Test("A ledger with a parent counts in both, and the parent's other children in the parent alone")
    func parent() {
        let all = DropLedger()
        let (first, second) = (DropLedger(parent: all), DropLedger(parent: all))
        first.add(.poolEmpty, count: 2)
        second.add(.poolEmpty)
        second.add(.corrupt)
        #expect(first[.poolEmpty] == 2 && second[.poolEmpty] == 1 && all[.poolEmpty] == 3)
        #expect(first[.corrupt] == 0 && all[.corrupt] == 1)
    }
}
