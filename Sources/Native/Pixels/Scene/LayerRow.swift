import COnAirPixelKernels

/// A row of a scene's layer, in two versions of which one goes into the other.
///
/// Unsafe: holds memory of whoever made it, who keeps it alive; nothing checks bounds. `count` samples from `first` and
/// `second` on, `step` bytes apart, are read.
package struct LayerRow {
    private let row: onair_layer_row

    /// - Parameters:
    ///   - mix: how much of the second goes into the first, 0 to 256.
    ///   - step: bytes from one sample to the next, 1 or 2.
    ///   - bias: subtracted from each sample; 128 for chroma.
    ///   - gain: multiplies; 256 is one, at most 1023.
    package init(
        first: UnsafePointer<UInt8>, second: UnsafePointer<UInt8>, mix: Int, step: Int, bias: Int, gain: Int
    ) {
        row = onair_layer_row(
            first: first, second: second, mix: Int32(mix), step: Int32(step), bias: Int32(bias), gain: Int32(gain))
    }

    /// The row alone, `count` samples with 5 fraction bits.
    package func put(into out: UnsafeMutablePointer<Int16>, count: Int) {
        withUnsafePointer(to: row) { onair_layer_put($0, out, Int32(count)) }
    }

    /// The row, premultiplied, over what `out` holds. Its opacity comes in two versions likewise, with the row's step.
    package func lay(
        over out: UnsafeMutablePointer<Int16>, firstAlpha: UnsafePointer<UInt8>, secondAlpha: UnsafePointer<UInt8>,
        count: Int
    ) {
        withUnsafePointer(to: row) { onair_layer_over($0, firstAlpha, secondAlpha, out, Int32(count)) }
    }
}
