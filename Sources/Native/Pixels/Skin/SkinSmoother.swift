import COnAirPixelKernels
import OnAirMedia

/// Smooths, lightens and colours skin in I420 pictures of limited range, in place. Belongs to one thread.
///
/// All steps walk down the picture together, a few rows behind each other, so that a row of luma is still in the
/// second-level cache when it is written. Where a row has no skin the rest is skipped. Allocates where a picture is wider
/// than all before.
package final class SkinSmoother {
    private let rows = SkinRows()

    package init() {}

    /// - Precondition: `picture` is I420.
    package func smooth(_ picture: inout MutablePicture, _ amounts: SkinAmounts) {
        guard !amounts.isNothing else { return }
        precondition(picture.format.pixels == .i420, "I420 pictures are smoothed")
        // The buffer outlives the pointers taken from it.
        let buffer = picture.buffer
        defer { withExtendedLifetime(buffer) {} }
        smooth(I420Output(buffer), buffer.format.color.matrix, amounts)
    }

    private func smooth(_ picture: I420Output, _ color: ColorDescription.Matrix, _ amounts: SkinAmounts) {
        rows.prepare(picture.size)
        var matrix = Self.toBT601(color)
        let (count, radius) = (rows.cellRows, amounts.radius > 1 ? 2 : 1)
        let (slope, least, strength) = (amounts.varianceSlope, amounts.wholeLeastVariance, amounts.wholeStrength)
        // The last pixels come when all rows of cells are mapped: radius + 2 rows after the last one was read.
        for row in 0..<count + radius + 2 {
            if row < count { rows.readCells(picture, row, &matrix) }
            let weighed = row - radius
            if weighed >= 0, weighed < count { rows.weigh(weighed, radius, slope, least) }
            let mapped = weighed - 1
            if mapped >= 0, mapped < count { rows.map(mapped, strength) }
            if mapped >= 0 { write(picture, below: mapped - 1, amounts) }
        }
    }

    /// The pixels between the middles of two rows of cells; of row −1 those above the first one's.
    private func write(_ picture: I420Output, below row: Int, _ amounts: SkinAmounts) {
        guard var (upper, lower) = rows.maps(below: row) else { return }
        let (first, last) = (max(4 * row + 2, 0), min(4 * row + 6, picture.size.height))
        if first < last, amounts.strength > 0 || amounts.lift > 0 {
            onair_skin_luma(
                picture.y + first * picture.yStride, Int32(picture.yStride), Int32(last - first),
                Int32(picture.size.width), &upper, &lower, amounts.wholeLift)
        }
        guard !amounts.colorStays else { return }
        let (firstChroma, lastChroma) = (max(2 * row + 1, 0), min(2 * row + 3, (picture.size.height + 1) / 2))
        if firstChroma < lastChroma {
            onair_skin_chroma(
                picture.u + firstChroma * picture.uStride, Int32(picture.uStride),
                picture.v + firstChroma * picture.vStride, Int32(picture.vStride), Int32(lastChroma - firstChroma),
                Int32((picture.size.width + 1) / 2), &upper, &lower, amounts.wholeBlue, amounts.wholeRed,
                amounts.wholePale)
        }
    }

    /// What makes BT.601 of a matrix's luma and chroma: the products of ITU-R BT.601-7 and BT.709-6.
    private static func toBT601(_ matrix: ColorDescription.Matrix) -> onair_skin_matrix {
        switch matrix {
        case .bt601: onair_skin_matrix(y_u: 0, y_v: 0, u_u: 0, u_v: 0, v_u: 0, v_v: 0)
        case .bt709: onair_skin_matrix(y_u: 6508, y_v: 12563, u_u: -665, u_v: -7252, v_u: -4748, v_v: -1088)
        }
    }
}
