import OnAirMedia

/// A camera that puts pictures into its slot at given instants, then closes it.
final class ScriptedCamera: Stage {
    let name = "camera"
    private let times: @Sendable (Int64) -> HostTime?
    private let make: @Sendable (Int64) -> Picture?
    private let slot: LatestSlot<Picture>
    private let ledger: DropLedger
    private var next: Int64 = 0

    /// - Parameters:
    ///   - times: when picture n arrives; nil at the end.
    ///   - make: picture n; nil where it is lost.
    init(
        into slot: LatestSlot<Picture>, ledger: DropLedger, times: @escaping @Sendable (Int64) -> HostTime?,
        make: @escaping @Sendable (Int64) -> Picture?
    ) {
        self.slot = slot
        self.ledger = ledger
        self.times = times
        self.make = make
    }

    func step(now: HostTime) -> StageWait {
        while let due = times(next), due <= now {
            if let picture = make(next), slot.replace(picture) != nil { ledger.add(.late) }
            next += 1
        }
        if let due = times(next) { return .event(until: due) }
        slot.close()
        return .finished
    }
}

/// Makes tiny flat pictures out of a pool, as a driver would.
struct FlatPictures: Sendable {
    let pool: PicturePool

    init(size: PictureSize = PictureSize(width: 16, height: 16), capacity: Int = 4) {
        pool = PicturePool(format: .working(size), capacity: capacity)
    }

    /// A picture whose luma is `luma`, except that its left half is `left` where given.
    func make(_ sequence: Int64, capturedAt time: HostTime, luma: UInt8 = 100, left: UInt8? = nil) -> Picture? {
        guard var picture = pool.take(captureTime: time, sequence: sequence) else { return nil }
        for index in 0..<3 {
            picture.withMutablePlane(index) { plane in
                for row in 0..<plane.rows {
                    for x in 0..<plane.bytesPerRow {
                        let isLeft = 2 * x < plane.bytesPerRow
                        plane.base[row * plane.stride + x] = index > 0 ? 128 : isLeft ? left ?? luma : luma
                    }
                }
            }
        }
        return picture.freeze()
    }
}
