import OnAirMedia

/// Counts in a ledger what a source has lost, in blocks of 10 ms, each loss once.
///
/// What is missing, or nobody took in time, is `overrun`, what came twice `overlapped`, what found no free block
/// `poolEmpty`.
package struct SoundLossCount {
    private let block: Int64
    private var counted = SoundAssembler.Losses()

    package init(sampleRate: Int) { block = Int64(max(1, sampleRate / 100)) }

    /// Adds what has come since the last time.
    ///
    /// - Parameter losses: all there were so far.
    package mutating func add(_ losses: SoundAssembler.Losses, to ledger: DropLedger) {
        guard losses != counted else { return }
        let missing = blocks(losses.missing) - blocks(counted.missing) + losses.overrun - counted.overrun
        if missing > 0 { ledger.add(.overrun, count: missing) }
        let repeated = blocks(losses.repeated) - blocks(counted.repeated)
        if repeated > 0 { ledger.add(.overlapped, count: repeated) }
        if losses.poolEmpty > counted.poolEmpty { ledger.add(.poolEmpty, count: losses.poolEmpty - counted.poolEmpty) }
        counted = losses
    }

    /// The ledger counts blocks; a part of one is one.
    private func blocks(_ samples: Int64) -> Int64 { (samples + block - 1) / block }
}
