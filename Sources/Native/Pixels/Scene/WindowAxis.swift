/// The part of the sensor that a picture shows along one direction, and how its samples become the picture's: bilinear,
/// by digital zoom and by where the camera points. Belongs to one thread.
///
/// Its pointers are allocated by `init` and live until `deinit`; each has `count` numbers.
final class WindowAxis {
    /// The first sample that is needed, and one past the last.
    private(set) var range = 0..<0
    /// Per sample of the picture: the left of two samples of the sensor, from `range.lowerBound`.
    let starts: UnsafeMutablePointer<Int32>
    /// Their weights, in 256ths: the left one's in the low half.
    let weights: UnsafeMutablePointer<UInt32>
    let count: Int

    init(count: Int) {
        self.count = count
        starts = .allocate(capacity: count)
        starts.initialize(repeating: 0, count: count)
        weights = .allocate(capacity: count)
        weights.initialize(repeating: 256, count: count)
    }

    deinit {
        starts.deallocate()
        weights.deallocate()
    }

    /// Shows `1 / zoom` of the sensor about its middle, `shift` (a part of the whole) further on. Beyond the edges the
    /// last sample goes on.
    func set(zoom: Double, shift: Double) {
        let length = Double(count)
        let origin = (0.5 - 0.5 / zoom + shift) * length
        func place(_ index: Int) -> (first: Int, weight: UInt32) {
            let position = max(0, min(length - 1, origin + (Double(index) + 0.5) / zoom - 0.5))
            let first = min(Int(position), max(0, count - 2))
            return (first, UInt32(((position - Double(first)) * 256).rounded()))
        }
        let base = place(0).first
        for index in 0..<count {
            let (first, weight) = place(index)
            starts[index] = Int32(first - base)
            weights[index] = (256 - weight) | weight << 16
        }
        range = base..<min(count, place(count - 1).first + 2)
    }
}
