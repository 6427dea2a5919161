import OnAirMedia
import OnAirPixels

/// From colours to the lattice of Y, Cb and Cr codes that a table is made of.
///
/// Two of three lattice points are no colour a display can show, yet colours beside them are weighted with them. There the
/// stack is continued: what it does at the nearest colour, plus as much again as it does from the mirrored colour inside to
/// that one, so that what is linear stays so up to the edge.
enum ColorLattice {
    private static let nodes = ColorLookup.nodes
    /// How far outside a point may be and have a colour in one of its cells: a step of luma and one of chroma.
    private static let reach: Float = 0.12

    static func lookup(_ stack: ColorStack, _ matrix: ColorDescription.Matrix) -> ColorLookup {
        let color = ColorDescription(matrix: matrix, range: .limited)
        return ColorLookup(lattice(stack, matrix), limits: ColorTransform.limits(of: color))
    }

    /// What comes out at each point, in 64ths of a code: luma next to each other, then Cb, then Cr.
    static func lattice(_ stack: ColorStack, _ matrix: ColorDescription.Matrix) -> (y: [Int16], u: [Int16], v: [Int16])
    {
        let weights = LumaWeights(matrix)
        let count = nodes * nodes * nodes
        var colors: [SIMD3<Float>] = []
        colors.reserveCapacity(2 * count)
        var mirrored: [(point: Int, color: SIMD3<Float>)] = []
        mirrored.reserveCapacity(count)
        for cr in 0..<nodes {
            for cb in 0..<nodes {
                let tint = weights.tint(cb: Float(cb * 8), cr: Float(cr * 8))
                for y in 0..<nodes {
                    let color = tint + (Float(y * 8) - 16) / 219
                    let inside = color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
                    let excess = color - inside
                    if excess != SIMD3(repeating: 0), excess.min() >= -reach, excess.max() <= reach {
                        mirrored.append((colors.count, inside - excess))
                    }
                    colors.append(inside)
                }
            }
        }
        for point in mirrored { colors.append(point.color) }
        stack.apply(to: &colors)
        for (index, point) in mirrored.enumerated() {
            colors[point.point] = 2 * colors[point.point] - colors[count + index]
        }
        var lattice = (y: [Int16](), u: [Int16](), v: [Int16]())
        lattice.y.reserveCapacity(count)
        lattice.u.reserveCapacity(count)
        lattice.v.reserveCapacity(count)
        for index in 0..<count {
            let codes = weights.codes(of: colors[index]) * 64
            lattice.y.append(fixed(codes.x))
            lattice.u.append(fixed(codes.y))
            lattice.v.append(fixed(codes.z))
        }
        return lattice
    }

    private static func fixed(_ value: Float) -> Int16 { Int16(min(max(value, -16384), 32000).rounded()) }
}
