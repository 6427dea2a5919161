import OnAirBeauty
import OnAirTestKit

extension FuzzTarget {
    /// Texts of looks: a look within the limits that makes colours of colours and is written and read again as it was, or
    /// an error that says the line, or that there is none.
    static let cubes = FuzzTarget(
        "cubes", share: 6,
        seeds: [
            "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n",
            "# look\r\nTITLE \"a b\"\r\nDOMAIN_MIN -1 0 0.5\r\nDOMAIN_MAX 2 1e0 .75\r\nLUT_1D_SIZE 2\r\n0 0 0\r\n1 1 1",
            "LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE -0.5 1.5\n-1 +2 1e-3\n0.5 0.25 1.\n1 1 123456789012345678901e-18\n",
        ].map { Array($0.utf8) },
        words: [
            "LUT_1D_SIZE ", "LUT_3D_SIZE ", "TITLE \"", "DOMAIN_MIN ", "DOMAIN_MAX ", "LUT_3D_INPUT_RANGE ", "\n",
            "\r\n",
            "\r", "#", "\"", "0 0 0\n", "1 1 1\n", "1e", "-", "+", ".", "e-400", "1e999999999999999999", "65", "65536",
            "9223372036854775808", "nan", "inf", "\t", "\u{FEFF}",
        ].map { Array($0.utf8) }, make: { makeCube(&$0) },
        check: { input, _ throws(FuzzFinding) in
            switch Result(catching: { () throws(FilterError) in try CubeFile(parsing: input) }) {
            case .success(let cube):
                let count = cube.shape == .curves ? cube.size : cube.size * cube.size * cube.size
                try FuzzFinding.unless(
                    cube.shape.sizes.contains(cube.size) && cube.values.count == count, "another size than it says")
                let look = Look(cube, name: "fuzz")
                for color in [SIMD3<Float>(0, 0, 0), [1, 1, 1], [0.3, 0.9, 0.01]] {
                    let out = look.color(color)
                    try FuzzFinding.unless(out.min() >= 0 && out.max() <= 1, "\(out) is no colour")
                }
                let again = try? CubeFile(parsing: cube.text)
                try FuzzFinding.unless(again?.values.count == count, "what was written cannot be read")
            case .failure(let error):
                try FuzzFinding.unless(
                    error.kind == .broken && (error.message.contains("line") || error.message.contains("is empty")),
                    "no line: \(error)")
            }
        })

    private static func makeCube(_ random: inout SeededGenerator) -> [UInt8] {
        let isLattice = Bool.random(using: &random)
        let size = Int.random(in: 2...4, using: &random)
        var text = isLattice ? "LUT_3D_SIZE \(size)\n" : "LUT_1D_SIZE \(size)\n"
        for _ in 0..<(isLattice ? size * size * size : size) {
            let color = SIMD3<Double>.random(in: -2...2, using: &random)
            text += "\(color.x) \(color.y) \(color.z)\n"
        }
        return Array(text.utf8)
    }
}
