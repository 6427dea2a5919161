/// A gain that moves between 0 and 1 in a straight line. A pure value.
package struct SoundFade: Equatable {
    /// The gain of the next sample.
    package private(set) var gain: Float
    private var target: Float
    private let step: Float

    /// - Parameters:
    ///   - isOpen: whether it starts at 1.
    ///   - length: samples from 0 to 1, at least 1.
    package init(isOpen: Bool, length: Int) {
        gain = isOpen ? 1 : 0
        target = gain
        step = 1 / Float(max(1, length))
    }

    /// Where to move from the next sample on.
    package mutating func setOpen(_ isOpen: Bool) { target = isOpen ? 1 : 0 }

    /// Applies the gain to `count` samples of two planes in place, and moves on; mono is the same plane twice.
    package mutating func apply(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
    ) {
        guard gain != 1 || target != 1 else { return }
        for index in 0..<count {
            if gain < target { gain = min(target, gain + step) } else { gain = max(target, gain - step) }
            // Exactly zero, whatever the sample is.
            left[index] = gain == 0 ? 0 : left[index] * gain
            if right != left { right[index] = gain == 0 ? 0 : right[index] * gain }
        }
    }
}
