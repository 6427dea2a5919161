import OnAirBeauty
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

@Suite("Tables of colour")
struct ColorTableTests {
    /// Trilinear interpolation of a lattice, in floating point, and nothing else.
    private func trilinear(_ lattice: [Int16], _ y: Double, _ cb: Double, _ cr: Double, _ limits: ClosedRange<Double>)
        -> Double
    {
        func at(_ y: Int, _ cb: Int, _ cr: Int) -> Double {
            Double(lattice[(min(cr, 32) * 33 + min(cb, 32)) * 33 + min(y, 32)]) / 64
        }
        func axis(_ value: Double) -> (Int, Double) { (Int(value / 8), (value / 8).truncatingRemainder(dividingBy: 1)) }
        let ((iy, fy), (ib, fb), (ir, fr)) = (axis(y), axis(cb), axis(cr))
        var sum = 0.0
        for (dy, wy) in [(0, 1 - fy), (1, fy)] {
            for (db, wb) in [(0, 1 - fb), (1, fb)] {
                for (dr, wr) in [(0, 1 - fr), (1, fr)] { sum += wy * wb * wr * at(iy + dy, ib + db, ir + dr) }
            }
        }
        return min(max(sum, limits.lowerBound), limits.upperBound)
    }

    @Test("A picture is at most 1 code from trilinear interpolation of the same lattice")
    func interpolation() {
        var generator = SeededGenerator(seed: 3)
        // Smooth, as tables of colour are, and within the limits.
        func lattice(_ range: ClosedRange<Double>) -> [Int16] {
            let slopes = (0..<3).map { _ in Double.random(in: -2...2, using: &generator) }
            let bend = Double.random(in: -0.1...0.1, using: &generator)
            return (0..<33 * 33 * 33).map { index in
                let (y, b, r) = (Double(index % 33 - 16), Double(index / 33 % 33 - 16), Double(index / 1089 - 16))
                let value = 128 + slopes[0] * y + slopes[1] * b + slopes[2] * r + bend * (y * b + b * r)
                return Int16((min(max(value, range.lowerBound), range.upperBound) * 64).rounded())
            }
        }
        for round in 0..<3 {
            let nodes = (y: lattice(16...235), u: lattice(16...240), v: lattice(16...240))
            let lookup = ColorLookup(nodes, limits: (16...235, 16...240))
            let size = PictureSize(width: 150, height: 90)
            // Flat blocks: chroma is then looked up at each pixel's luma.
            let source = noisePicture(PictureSize(width: 75, height: 45), seed: UInt64(round))
            var small = source
            let colors = planes(&small)
            let chroma = noisePicture(size, seed: UInt64(round + 9))
            var large = chroma
            let chromas = planes(&large)
            var picture = colorPicture(size, .bt709) { plane, x, y in
                plane == 0 ? colors[0][y / 2 * 75 + x / 2] : chromas[plane][y * 75 + x]
            }
            lookup.apply(to: &picture)
            let out = planes(&picture)
            var worst = 0.0
            for y in 0..<45 {
                for x in 0..<75 {
                    let (luma, cb, cr) = (
                        Double(colors[0][y * 75 + x]), Double(chromas[1][y * 75 + x]), Double(chromas[2][y * 75 + x])
                    )
                    let expected = [
                        trilinear(nodes.y, luma, cb, cr, 16...235), trilinear(nodes.u, luma, cb, cr, 16...240),
                        trilinear(nodes.v, luma, cb, cr, 16...240),
                    ]
                    let ours = [out[0][2 * y * 150 + 2 * x], out[1][y * 75 + x], out[2][y * 75 + x]]
                    for plane in 0..<3 { worst = max(worst, abs(Double(ours[plane]) - expected[plane].rounded())) }
                }
            }
            #expect(worst <= 1)
        }
    }

    @Test("The table that changes nothing changes nothing", arguments: [ColorDescription.Matrix.bt601, .bt709])
    func identity(matrix: ColorDescription.Matrix) {
        let size = PictureSize(width: 320, height: 200)
        var before = noisePicture(size, matrix, luma: 16...235, chroma: 16...240)
        var after = noisePicture(size, matrix, luma: 16...235, chroma: 16...240)
        ColorLookup.identity.apply(to: &after)
        #expect(planes(&after) == planes(&before))
    }

    @Test("Colours come back as they were from a file that changes nothing, up to the edge of what displays show")
    func edges() throws {
        let cube = try CubeFile(parsing: CubeText.lattice(2) { $0 })
        for matrix in [ColorDescription.Matrix.bt601, .bt709] {
            let oracle = LookOracle(matrix, seed: 11)
            let ours = oracle.ours(ColorStack([.look(Look(cube, name: "identity"), intensity: 1)]))
            let worst = zip(ours.joined(), oracle.colors.joined()).map { abs(Int($0) - Int($1)) }.max()
            #expect((worst ?? 9) <= 1)
        }
    }

    @Test("Grey looks leave no colour at all, whatever comes in", arguments: ["mono", "noir"])
    func grey(name: String) throws {
        let stack = ColorStack([.look(try Look(LookSettings(look: name)), intensity: 1)])
        let out = filtered(noisePicture(PictureSize(width: 256, height: 128)), ColorFilter(stack.table()))
        #expect(out[1].allSatisfy { $0 == 128 } && out[2].allSatisfy { $0 == 128 })
    }

    @Test("Whatever comes in and whatever is done, codes stay in the limited range")
    func limits() throws {
        let strong = ColorAdjustment(brightness: 0.5, contrast: 1, saturation: 1, hue: 120, temperature: -1)
        let stacks = Look.builtIn.map { ColorStack([.look($0, intensity: 1)]) } + [ColorStack([.adjustment(strong)])]
        for stack in stacks {
            for matrix in [ColorDescription.Matrix.bt601, .bt709] {
                let out = filtered(
                    noisePicture(PictureSize(width: 200, height: 64), matrix), ColorFilter(stack.table()))
                #expect(out[0].allSatisfy { (16...235).contains($0) })
                #expect((out[1] + out[2]).allSatisfy { (16...240).contains($0) })
            }
        }
    }

    @Test("Half of a look is half way, in red, green and blue; steps are done in their order")
    func stacks() throws {
        let look = try Look(LookSettings(look: "teal-orange"))
        let color: SIMD3<Float> = [0.7, 0.5, 0.4]
        let half = ColorStack([.look(look, intensity: 0.5)]).color(color)
        #expect((half - (color + look.color(color)) / 2).max() < 1e-6)
        let adjustment = ColorAdjustment(contrast: 0.5, saturation: 0.5)
        let both = ColorStack([.adjustment(adjustment), .look(look, intensity: 1)]).color(color)
        #expect(both == look.color(ColorStack([.adjustment(adjustment)]).color(color)))
        let steps: [FilterStep] = [
            .skin(SkinSmoothing()), .color(adjustment), .look(LookSettings(look: "noir", intensity: 0.3)),
            .look(LookSettings(look: "none.cube", intensity: 0)),
        ]
        #expect(
            try ColorStack(steps).steps == [
                .adjustment(adjustment), .look(try Look(LookSettings(look: "noir")), intensity: 0.3),
            ])
        #expect(throws: FilterError.self) { try ColorStack([FilterStep.look(LookSettings(look: "noire"))]) }
        #expect(throws: FilterError.self) { try ColorStack([FilterStep.look(LookSettings(look: "none.cube"))]) }
    }
}
