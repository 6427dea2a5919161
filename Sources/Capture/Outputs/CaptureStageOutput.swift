import OnAirMedia

/// Hands a session's samples to a stage: pictures into a slot where the newest wins, sound into a bounded queue.
///
/// Counts what finds no room. Whoever made it closes it, once nothing comes any more.
package final class CaptureStageOutput: CaptureOutput {
    package let port: CaptureOutputPort
    private let end: @Sendable () -> Void

    /// Pictures for the stage that `slot` wakes; one displaced unseen counts as `late`. Each says by its `source` which
    /// camera it is from.
    package init(_ slot: LatestSlot<Picture>, ledger: DropLedger) {
        let numbers = Lock((sequence: SequenceNumbers(), source: SourceNumbers()))
        port = CaptureOutputPort(
            .pictures { picture, connection in
                let (number, source) = numbers.withLock { numbers in
                    (
                        numbers.sequence.next(picture.sequence, from: ObjectIdentifier(connection)),
                        numbers.source.number(of: connection.input.device.uniqueID)
                    )
                }
                if slot.replace(picture.numbered(number, source: source)) != nil { ledger.add(.late) }
            })
        end = { slot.close() }
    }

    /// Sound for the stage that `queue` wakes; a block that finds it full counts as `overrun`.
    package init(_ queue: BoundedQueue<SoundBlock>, ledger: DropLedger) {
        port = CaptureOutputPort(.sound { block, _ in if !queue.push(block) { ledger.add(.overrun) } })
        end = { queue.close() }
    }

    /// Nothing comes any more.
    package func close() { end() }
}
