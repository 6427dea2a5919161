import OnAirBeauty
import OnAirMedia
import Testing

@Suite("Looks beside ffmpeg")
struct LookOracleTests {
    /// A file of ours, and the matrix of the picture it is tried on.
    struct File: Sendable, CustomStringConvertible {
        let description: String
        let matrix: ColorDescription.Matrix
        let text: String

        init(_ description: String, _ matrix: ColorDescription.Matrix, _ text: String) {
            (self.description, self.matrix, self.text) = (description, matrix, text)
        }

        /// What does it in ffmpeg.
        var filter: String {
            text.contains("LUT_1D") ? "lut1d=file=a.cube" : "lut3d=file=a.cube:interp=trilinear"
        }
    }

    static let lattices = [
        File("identity of 2", .bt601, CubeText.lattice(2) { $0 }),
        File("identity of 33", .bt709, CubeText.lattice(33) { $0 }),
        File("smooth, 17", .bt601, CubeText.lattice(17, CubeText.smooth(1))),
        File("smooth, 33", .bt709, CubeText.lattice(33, CubeText.smooth(2))),
        File("smooth, 64", .bt601, CubeText.lattice(64, CubeText.smooth(3))),
        File("smooth, 65", .bt709, CubeText.lattice(65, CubeText.smooth(4))),
        File("smooth in a domain to 1.25", .bt709, CubeText.lattice(33, to: 1.25) { CubeText.smooth(5)($0 / 1.25) }),
    ]

    static let curves = [
        File("curves of 2", .bt601, CubeText.curves(2) { [$0, 0.1 + 0.8 * $0, 1 - $0] }),
        File(
            "curves of 256", .bt709,
            CubeText.curves(256) { [$0 * $0 * (3 - 2 * $0), $0.squareRoot() * 0.9, 0.05 + 0.9 * $0 * $0] }),
        File("curves of 4096", .bt601, CubeText.curves(4096) { [$0 * (2 - $0), $0, $0 * $0] }),
    ]

    @Test(
        "A .cube file does to colours what ffmpeg does with it: at most 1 code on average, 3 for 99 of 100",
        arguments: lattices + curves)
    func files(_ file: File) throws {
        let oracle = LookOracle(file.matrix, seed: 7)
        let stack = ColorStack([.look(Look(try CubeFile(parsing: file.text), name: "file"), intensity: 1)])
        let distance = LookOracle.distance(oracle.ours(stack), try oracle.theirs(file.text, file.filter))
        // What it is here: 0.3 … 0.42, and 1; 3 where a curve is a square root near black.
        #expect(distance.mean <= 0.6 && distance.p99 <= 3, "\(distance)")
    }

    @Test("A built-in look does what its file does in ffmpeg", arguments: Look.builtIn.map(\.name))
    func builtIn(_ name: String) throws {
        let look = try Look(LookSettings(look: name))
        let oracle = LookOracle(.bt709, seed: 8)
        let ours = oracle.ours(ColorStack([.look(look, intensity: 1)]))
        let distance = LookOracle.distance(ours, try oracle.theirs(look.cube(), "lut3d=file=a.cube:interp=trilinear"))
        #expect(distance.mean <= 0.6 && distance.p99 <= 2, "\(distance)")
    }
}
