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
}
