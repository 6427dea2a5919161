import OnAirMedia

/// A camera on the host's clock: picture n is captured at n / rate after the epoch, 8 ms late at the computer, and each
/// 30th is white.
final class FlashingCamera: Stage {
    let name = "camera"
    private let slot: LatestSlot<Picture>
    private let rate: FrameRate
    private let epoch: HostTime
    private let end: HostTime
    private let pool = PicturePool(format: .working(PictureSize(width: 16, height: 16)), capacity: 4)
    private var next: Int64 = 0

    init(into slot: LatestSlot<Picture>, rate: FrameRate, epoch: HostTime, end: HostTime) {
        self.slot = slot
        self.rate = rate
        self.epoch = epoch
        self.end = end
    }

    static func isFlash(_ picture: Int64) -> Bool { picture % 30 == 0 }

    func step(now: HostTime) -> StageWait {
        while due(next) <= now {
            guard now < end else {
                slot.close()
                return .finished
            }
            if var picture = pool.take(captureTime: captured(next), sequence: next) {
                let luma: UInt8 = Self.isFlash(next) ? 235 : 16
                for index in 0..<3 {
                    picture.withMutablePlane(index) { plane in
                        for row in 0..<plane.rows {
                            (plane.base + row * plane.stride).update(
                                repeating: index == 0 ? luma : 128, count: plane.bytesPerRow)
                        }
                    }
                }
                _ = slot.replace(picture.freeze())
            }
            next += 1
        }
        return .event(until: due(next))
    }

    private func captured(_ picture: Int64) -> HostTime { epoch.advanced(by: rate.time(ofFrame: picture)) }
    private func due(_ picture: Int64) -> HostTime { captured(picture).advanced(byMilliseconds: 8) }
}
