import OnAirMedia
import OnAirPicture
import Testing

struct SceneTransitionTests {
    static let size = PictureSize(width: 80, height: 48)
    private static let red = LayerColor(red: 255, green: 0, blue: 0)
    /// A picture of the whole canvas, known by its own noise.
    private static let cover = TestPicture.noise(size, seed: 77)

    private static var covered: LoadedScene {
        let picture = cover.make(0, at: HostTime(nanoseconds: 0))
        return LoadedScene(
            Scene(layers: [Layer("cover", .video(LayerVideo(path: "")))]), cells: [LayerCell(.picture(picture))])
    }

    /// Shows the camera, then lets the cover come within ten ticks; what is seen at tick 0, 5 and 10 of that.
    private func run(_ kind: PictureTransition.Kind, seed: Int) -> [Picture] {
        let rig = MixRig(Self.size)
        rig.step(.noise(Self.size, seed: seed))
        rig.show(Self.covered, kind, ticks: 10)
        var seen: [Picture] = []
        for tick in 0...10 {
            // Half the ticks without a picture of the camera: the transition goes on.
            if let picture = rig.step(tick % 2 == 0 ? .noise(Self.size, seed: seed) : nil), tick % 5 == 0 {
                seen.append(picture)
            }
        }
        return seen
    }

    private func bytes(_ picture: TestPicture) -> [UInt8] { picture.make(0, at: HostTime(nanoseconds: 0)).bytes }

    @Test("At 0 all of the old scene, at 1 all of the new one", arguments: PictureTransition.Kind.allCases)
    func ends(_ kind: PictureTransition.Kind) {
        let seen = run(kind, seed: 3)
        let (old, new) = (bytes(.noise(Self.size, seed: 3)), bytes(Self.cover))
        #expect(seen.count == 3)
        #expect(seen.first?.bytes == (kind == .cut ? new : old) && seen.last?.bytes == new)
    }

    @Test("Half way a fade is the mean of both", arguments: 0..<3)
    func fade(seed: Int) {
        let (old, new, seen) = (
            bytes(.noise(Self.size, seed: seed)), bytes(Self.cover), run(.fade, seed: seed)[1].bytes
        )
        #expect(isMean(seen, of: old, new))
    }

    @Test(
        "Half way a push shows half of each, moved by half the picture",
        arguments: [
            (PictureTransition.Kind.pushLeft, -40, 0), (.pushRight, 40, 0), (.pushUp, 0, -24), (.pushDown, 0, 24),
        ])
    func push(_ kind: PictureTransition.Kind, x: Int, y: Int) {
        let seen = run(kind, seed: 5)[1]
        let (old, new) = (
            TestPicture.noise(Self.size, seed: 5).make(0, at: HostTime(nanoseconds: 0)),
            Self.cover.make(0, at: HostTime(nanoseconds: 0))
        )
        for plane in 0..<3 {
            let divisor = plane == 0 ? 1 : 2
            let (width, height) = (Self.size.width / divisor, Self.size.height / divisor)
            var isRight = true
            for row in 0..<height {
                for column in 0..<width {
                    let (fromX, fromY) = (column - x / divisor, row - y / divisor)
                    let isOld = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height
                    let source = isOld ? old : new
                    let place = ((fromX + width) % width, (fromY + height) % height)
                    isRight =
                        isRight
                        && seen.at(column, row, plane: plane) == source.at(place.0, place.1, plane: plane)
                }
            }
            #expect(isRight)
        }
    }

    @Test("A flash is white half way, and half white a quarter and three quarters of the way")
    func flash() {
        let seen = run(.flash, seed: 2)[1].bytes
        let luma = Self.size.width * Self.size.height
        #expect(seen[..<luma].allSatisfy { $0 == 235 } && seen[luma...].allSatisfy { $0 == 128 })
        let rig = MixRig(Self.size)
        rig.step(.flat(Self.size, 35, 60, 200))
        rig.show(Self.covered, .flash, ticks: 8)
        var quarter: Picture?
        var threeQuarters: Picture?
        for tick in 0...8 {
            let picture = rig.step(.flat(Self.size, 35, 60, 200))
            if tick == 2 { quarter = picture }
            if tick == 6 { threeQuarters = picture }
        }
        #expect(quarter?.at(3, 3) == 135 && quarter?.at(3, 3, plane: 1) == 94 && quarter?.at(3, 3, plane: 2) == 164)
        let new = Self.cover.make(0, at: HostTime(nanoseconds: 0))
        #expect(threeQuarters.map { abs(2 * $0.at(9, 9) - new.at(9, 9) - 235) <= 1 } == true)
    }

    @Test("Half way a blur has lost detail and kept brightness")
    func blur() {
        func spread(_ bytes: ArraySlice<UInt8>) -> (mean: Double, deviation: Double) {
            let mean = bytes.reduce(0) { $0 + Double($1) } / Double(bytes.count)
            let square = bytes.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(bytes.count)
            return (mean, square.squareRoot())
        }
        let luma = Self.size.width * Self.size.height
        let (blurred, faded) = (
            spread(run(.blur, seed: 4)[1].bytes[..<luma]), spread(run(.fade, seed: 4)[1].bytes[..<luma])
        )
        #expect(abs(blurred.mean - faded.mean) < 2 && blurred.deviation < faded.deviation / 2)
    }

    @Test("A layer of the same name moves, grows and turns brighter on its way; one that is new fades in")
    func move() throws {
        func scene(_ x: Double, _ width: Double, _ alpha: Double, _ cell: LayerCell, extra: Bool) -> LoadedScene {
            var layer = Layer.image("a", x: x, y: 10, width: width, height: 10)
            layer.alpha = alpha
            var layers: [(Layer, LayerCell?)] = [(layer, cell)]
            let new = Layer("b", .color(.white), placement: .init(x: 60, y: 30, width: 10, height: 10))
            if extra { layers.append((new, nil)) }
            return .overCamera(layers)
        }
        let cell = LayerCell(.grey(5, 5, 255))
        let rig = MixRig(Self.size, scene: scene(4, 11, 1, cell, extra: false))
        rig.step(.flat(Self.size, 35))
        rig.show(scene(44, 21, 1, cell, extra: true), .move, ticks: 10)
        for tick in 0...10 {
            let picture = try #require(rig.step(.flat(Self.size, 35)))
            let progress = Double(tick) / 10
            let eased = progress * progress * (3 - 2 * progress)
            let (left, width) = (Int((4 + 40 * eased).rounded()), Int((11 + 10 * eased).rounded()))
            #expect((0..<80).filter { picture.at($0, 15) == 235 } == Array(left..<left + width), "\(tick)")
            let faded = 35 + 200 * (256 * eased).rounded() / 256
            #expect(abs(Double(picture.at(65, 35)) - faded) <= 1)
        }
        #expect(rig.step()?.at(44, 15) == 235 && rig.shown.last?.isRepeat == true)
    }

    @Test("A move that is interrupted goes on from where things are")
    func interruptedMove() throws {
        let cell = LayerCell(.grey(5, 5, 255))
        func scene(_ x: Double) -> LoadedScene {
            .overCamera([(Layer.image("a", x: x, y: 10, width: 10, height: 10), cell)])
        }
        let rig = MixRig(Self.size, scene: scene(2))
        rig.step(.flat(Self.size, 35))
        rig.show(scene(62), .move, ticks: 10)
        for _ in 0..<5 { rig.step(.flat(Self.size, 35)) }
        // Half way, at 32, it turns round.
        rig.show(scene(2), .move, ticks: 10)
        var lefts: [Int] = []
        for _ in 0...10 {
            let picture = try #require(rig.step())
            lefts.append((0..<80).first { picture.at($0, 15) == 235 } ?? -1)
        }
        #expect(lefts.first == 32 && lefts[5] == 17 && lefts.last == 2)
        #expect(zip(lefts, lefts.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test("A fade that is interrupted by another starts from what is seen")
    func interruptedFade() throws {
        let rig = MixRig(Self.size)
        rig.step(.flat(Self.size, 40))
        rig.show(LoadedScene(Scene(layers: [], background: .white), cells: []), .fade, ticks: 10)
        for _ in 0...5 { rig.step(.flat(Self.size, 40)) }
        let seen = try #require(rig.shown.last?.picture.at(5, 5))
        #expect(abs(seen - (40 + 235) / 2) <= 1)
        rig.show(LoadedScene(Scene(layers: [], background: .black), cells: []), .fade, ticks: 4)
        #expect(rig.step()?.at(5, 5) == seen)
        rig.step()
        #expect(try abs(#require(rig.step()).at(5, 5) - (seen + 16) / 2) <= 1)
        rig.step()
        #expect(rig.step()?.at(5, 5) == 16)
        rig.step()
        #expect(rig.shown.last?.isRepeat == true)
    }
}
