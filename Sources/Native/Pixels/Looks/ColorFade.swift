import COnAirPixelKernels
import OnAirMedia

/// A table on its way from one to another. Has the room for it, so that a fade allocates nothing. Belongs to one thread at
/// a time.
package final class ColorFade {
    private var mixed = ColorLookup()
    private var kept = ColorLookup()

    package init() {}

    /// Makes the table that lies `amount` 256ths of the way from one table to another.
    ///
    /// - Parameter first: nil for what `keep` kept.
    package func mix(_ first: ColorLookup?, _ second: ColorLookup, amount: Int) {
        let first = first ?? kept
        onair_mix_rows(first.bytes, second.bytes, Int32(amount), mixed.bytes, Int32(ColorLookup.byteCount))
    }

    /// Keeps the table that was made last, for others to be made from.
    package func keep() { swap(&mixed, &kept) }

    /// Changes `picture` by the table that was made last.
    package func apply(to picture: inout MutablePicture) { mixed.apply(to: &picture) }
}
