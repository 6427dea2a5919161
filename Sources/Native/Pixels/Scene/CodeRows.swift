import COnAirPixelKernels

/// Two rows of a picture's luma and the chroma row they share, as 8-bit codes.
///
/// Unsafe: memory of whoever made it, valid for as long as they say; nothing checks bounds.
package struct CodeRows {
    package let top: UnsafeMutablePointer<UInt8>
    package let bottom: UnsafeMutablePointer<UInt8>
    package let cb: UnsafeMutablePointer<UInt8>
    package let cr: UnsafeMutablePointer<UInt8>

    package init(
        top: UnsafeMutablePointer<UInt8>, bottom: UnsafeMutablePointer<UInt8>, cb: UnsafeMutablePointer<UInt8>,
        cr: UnsafeMutablePointer<UInt8>
    ) {
        (self.top, self.bottom, self.cb, self.cr) = (top, bottom, cb, cr)
    }

    /// Cb and Cr in turn, `pairs` of them, as NV12 has them.
    package func interleaveChroma(into out: UnsafeMutablePointer<UInt8>, pairs: Int) {
        onair_interleave(cb, cr, out, Int32(pairs))
    }

    /// The top row's `pairs` pairs of pixels as Y0 U Y1 V.
    package func packTop(into out: UnsafeMutablePointer<UInt8>, pairs: Int) {
        onair_pack_yuyv(top, cb, cr, out, Int32(pairs))
    }

    /// The bottom row likewise.
    package func packBottom(into out: UnsafeMutablePointer<UInt8>, pairs: Int) {
        onair_pack_yuyv(bottom, cb, cr, out, Int32(pairs))
    }
}
