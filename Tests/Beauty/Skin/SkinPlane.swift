import Glibc
import OnAirBeauty

/// A plane of numbers, and what is measured on one. Nothing here is written for speed: it is what the filter is held to.
struct SkinPlane {
    let width: Int
    var values: [Double]
    var height: Int { values.count / width }

    init(width: Int, _ values: [Double]) { (self.width, self.values) = (width, values) }

    subscript(x: Int, y: Int) -> Double { values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }

    private func each(_ body: (Int, Int) -> Double) -> SkinPlane {
        SkinPlane(width: width, values.indices.map { body($0 % width, $0 / width) })
    }

    /// The pixels of a box, row after row.
    func inside(_ box: PictureRect) -> [Double] {
        (box.y..<box.y + box.height).flatMap { y in (box.x..<box.x + box.width).map { self[$0, y] } }
    }

    /// Fine detail: each pixel less the mean of the 5x5 around it.
    var detail: SkinPlane {
        each { x, y in
            var sum = 0.0
            for dy in -2...2 { for dx in -2...2 { sum += self[x + dx, y + dy] } }
            return self[x, y] - sum / 25
        }
    }

    /// The standard deviation of fine detail in a box.
    func texture(_ box: PictureRect) -> Double { Self.deviation(detail.inside(box)) }

    /// The sum over a box of the length of the gradient (I. Sobel, G. Feldman: A 3x3 Isotropic Gradient Operator, 1968).
    func edges(_ box: PictureRect) -> Double {
        each { x, y in
            let right = self[x + 1, y - 1] + 2 * self[x + 1, y] + self[x + 1, y + 1]
            let left = self[x - 1, y - 1] + 2 * self[x - 1, y] + self[x - 1, y + 1]
            let below = self[x - 1, y + 1] + 2 * self[x, y + 1] + self[x + 1, y + 1]
            let above = self[x - 1, y - 1] + 2 * self[x, y - 1] + self[x + 1, y - 1]
            return ((right - left) * (right - left) + (below - above) * (below - above)).squareRoot()
        }.inside(box).reduce(0, +)
    }

    /// Peak signal to noise ratio in decibels, 10 log10(255² / mean squared difference), in a box.
    func likeness(to other: SkinPlane, _ box: PictureRect) -> Double {
        let (a, b) = (inside(box), other.inside(box))
        let error = zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(a.count)
        return error == 0 ? .infinity : 10 * log10(255 * 255 / error)
    }

    /// Structural similarity: the mean over all pixels of (2 μa μb + C1)(2 σab + C2) / ((μa² + μb² + C1)(σa² + σb² + C2)),
    /// means and variances weighted by an 11x11 Gaussian of deviation 1.5, C1 = (0.01·255)², C2 = (0.03·255)² (Z. Wang,
    /// A. C. Bovik, H. R. Sheikh, E. P. Simoncelli: Image Quality Assessment, IEEE TIP 13(4), 2004).
    func similarity(to other: SkinPlane) -> Double {
        let products = SkinPlane(width: width, zip(values, other.values).map { $0 * $1 })
        let (a, b) = (blurred, other.blurred)
        let (aa, bb) = (squared.blurred, other.squared.blurred)
        let ab = products.blurred
        let (c1, c2) = (0.01 * 255 * 0.01 * 255, 0.03 * 255 * 0.03 * 255)
        let sum = values.indices.reduce(0.0) { sum, index in
            let (ma, mb) = (a.values[index], b.values[index])
            let (va, vb) = (aa.values[index] - ma * ma, bb.values[index] - mb * mb)
            let covariance = ab.values[index] - ma * mb
            return sum + (2 * ma * mb + c1) * (2 * covariance + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
        }
        return sum / Double(values.count)
    }

    private var squared: SkinPlane { SkinPlane(width: width, values.map { $0 * $0 }) }

    /// Weighted by an 11x11 Gaussian of deviation 1.5; ends go on.
    private var blurred: SkinPlane {
        let raw = (-5...5).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
        let weights = raw.map { $0 / raw.reduce(0, +) }
        let across = each { x, y in
            var sum = 0.0
            for step in -5...5 { sum += weights[step + 5] * self[x + step, y] }
            return sum
        }
        return across.each { x, y in
            var sum = 0.0
            for step in -5...5 { sum += weights[step + 5] * across[x, y + step] }
            return sum
        }
    }

    static func deviation(_ numbers: [Double]) -> Double {
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        return (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
    }
}
