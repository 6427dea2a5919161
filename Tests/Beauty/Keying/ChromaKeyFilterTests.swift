import OnAirBeauty
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

@Suite("Chroma key")
struct ChromaKeyFilterTests {
    static let screens: [(name: String, color: KeyColor)] = [("green", .green), ("blue", .blue)]

    @Test("A known foreground is found before a noisy, unevenly lit screen with the defaults", arguments: screens)
    func recovered(screen: (name: String, color: KeyColor)) throws {
        let scene = ScreenScene(screen.color)
        let key = ChromaKey(color: screen.color)
        let error = scene.error(ScreenScene.found(key, scene.planes))
        print("key \(screen.name), defaults: \(error)")
        #expect(error.all < 0.0085)
        #expect(error.edge < 0.27)
        // What is plainly the screen is gone, what is plainly the foreground is all there.
        let found = ScreenScene.found(key, scene.planes)
        let gone = zip(found, scene.alpha).filter { $0.1 == 0 }.map(\.0)
        #expect(gone.count { $0 > 0.02 } < gone.count / 100)
    }

    @Test(
        "With settings made for the screen it is at least as near to the truth as another program's", arguments: screens
    )
    func compared(screen: (name: String, color: KeyColor)) throws {
        let scene = ScreenScene(screen.color)
        var (ours, theirs) = (Double.infinity, Double.infinity)
        for similarity in [0.15, 0.2, 0.25] {
            for smoothness in [0.65, 0.7, 0.75] {
                let key = ChromaKey(color: screen.color, similarity: similarity, smoothness: smoothness)
                ours = min(ours, scene.error(ScreenScene.found(key, scene.planes)).all)
            }
        }
        let color = "0x" + screen.color.description.dropFirst()
        for similarity in [0.03, 0.04, 0.05, 0.06] {
            for blend in [0.13, 0.15, 0.18] {
                let alpha = try ChromaKeyOracle.alpha(scene.planes, color: color, similarity: similarity, blend: blend)
                theirs = min(theirs, scene.error(alpha).all)
            }
        }
        print("key \(screen.name), best settings: \(ours); ffmpeg chromakey, best settings: \(theirs)")
        #expect(ours <= theirs)
    }

    @Test("Skin, hair, grey and white in front of the screen keep their luma and colour", arguments: screens)
    func untouched(screen: (name: String, color: KeyColor)) {
        let scene = ScreenScene(screen.color)
        let made = FilterBed.apply(ChromaKeyFilter(ChromaKey(color: screen.color)), scene.planes)
        let width = scene.planes.size.width
        var worst: [ScreenScene.Part: Int] = [:]
        for y in 4..<scene.planes.size.height - 4 {
            for x in 4..<width - 4 {
                // Well inside: chroma is shared with neighbours up to two pixels away.
                let isInside = (-4...4).allSatisfy { dy in
                    (-4...4).allSatisfy { dx in scene.alpha[(y + dy) * width + x + dx] == 1 }
                }
                guard isInside else { continue }
                let (at, block) = (y * width + x, y / 2 * made.columns + x / 2)
                func change(_ a: [UInt8], _ b: [UInt8], _ index: Int) -> Int { abs(Int(a[index]) - Int(b[index])) }
                let most = max(
                    change(made.y, scene.planes.y, at),
                    max(change(made.u, scene.planes.u, block), change(made.v, scene.planes.v, block)))
                worst[scene.parts[at]] = max(worst[scene.parts[at]] ?? 0, most)
            }
        }
        #expect(worst.count == ScreenScene.Part.allCases.count)
        for (part, change) in worst {
            // Grey that noise colours like the screen loses that colour.
            #expect(change <= (part == .skin || part == .darkSkin ? 0 : 6), "\(part): \(change)")
        }
    }

    @Test("The screen's light on grey, white and hair is taken off; luma stays", arguments: screens)
    func spill(screen: (name: String, color: KeyColor)) {
        let scene = ScreenScene(screen.color, noise: 0, spill: 0.1)
        let code = FilterBed.yuv(Double(screen.color.red), Double(screen.color.green), Double(screen.color.blue))
        let (ku, kv) = (code.u - 128, code.v - 128)
        /// How much of the screen's colour is in the foreground, of the screen's own.
        func share(_ planes: FilterBed.Planes) -> Double {
            var (sum, count) = (0.0, 0.0)
            for y in stride(from: 80, to: 180, by: 2) {
                for x in stride(from: 210, to: 230, by: 2) where scene.parts[y * 320 + x] == .grey {
                    let block = y / 2 * planes.columns + x / 2
                    sum +=
                        ((Double(planes.u[block]) - 128) * ku + (Double(planes.v[block]) - 128) * kv)
                        / (ku * ku + kv * kv)
                    count += 1
                }
            }
            return sum / count
        }
        let before = share(scene.planes)
        #expect(before > 0.08)
        for (spill, left) in [(0.0, 1.0), (0.8, 0.27), (1, 0.06)] {
            let key = ChromaKey(color: screen.color, spill: spill)
            let made = FilterBed.apply(ChromaKeyFilter(key), scene.planes)
            let now = share(made) / before
            #expect(abs(now - (1 - spill)) < 0.08 && now <= left + 0.02)
            for y in stride(from: 80, to: 180, by: 7) {
                for x in 205..<230 where scene.parts[y * 320 + x] == .grey {
                    #expect(abs(made.at(x, y) - scene.planes.at(x, y)) <= 2)
                }
            }
        }
    }

    @Test("Edges are not blocky: an edge at any position is as soft as it is at another")
    func edges() {
        // A straight slanted edge of two pixels, grey before green: opacity rises along each row, without steps back.
        let screen = FilterBed.yuv(0, 177, 64)
        var planes = FilterBed.Planes(120, 80) { x, y in
            let part = min(max((Double(x) - 40 - Double(y) / 5) / 2, 0), 1)
            return 120 * part + screen.y * (1 - part)
        }
        for y in 0..<40 {
            for x in 0..<60 {
                let part = min(max((2 * Double(x) + 0.5 - 40 - (2 * Double(y) + 0.5) / 5) / 2, 0), 1)
                planes.u[y * 60 + x] = UInt8((128 + (screen.u - 128) * (1 - part)).rounded())
                planes.v[y * 60 + x] = UInt8((128 + (screen.v - 128) * (1 - part)).rounded())
            }
        }
        let found = ScreenScene.found(ChromaKey(color: .green, similarity: 0.1, smoothness: 0.8), planes)
        for y in 0..<80 {
            let row = Array(found[y * 120..<(y + 1) * 120])
            // As the quotient of two rounded codes it may be off by one.
            #expect(zip(row, row.dropFirst()).allSatisfy { $1 >= $0 - 0.01 })
            let steps = zip(row, row.dropFirst()).map { $1 - $0 }
            #expect((steps.max() ?? 0) < 0.62, "row \(y)")
        }
    }

    @Test("Near black and near white nothing is taken away")
    func luma() {
        let code = FilterBed.yuv(0, 177, 64)
        for (luma, isKept) in [(16.0, true), (18, true), (27, false), (210, false), (235, true)] {
            var planes = FilterBed.Planes(16, 16) { _, _ in luma }
            planes.u = planes.u.map { _ in UInt8(code.u.rounded()) }
            planes.v = planes.v.map { _ in UInt8(code.v.rounded()) }
            let found = ScreenScene.found(ChromaKey(color: .green), planes)
            #expect(found.allSatisfy { abs($0 - (isKept ? 1 : 0)) < 0.01 }, "\(luma)")
        }
    }

    @Test("Screens that are weaker or of a slightly other hue go too; other colours stay; both matrices")
    func hues() {
        func opacity(_ color: KeyColor, _ key: KeyColor, _ matrix: ColorDescription.Matrix) -> Double {
            let size = PictureSize(width: 16, height: 16)
            let code = ColorTransform.code(
                of: PictureColor(red: color.red, green: color.green, blue: color.blue),
                in: ColorDescription(matrix: matrix, range: .limited))
            let planes = FilterBed.Planes(
                size, y: Array(repeating: code.y, count: 256), u: Array(repeating: code.u, count: 64),
                v: Array(repeating: code.v, count: 64))
            return ScreenScene.found(ChromaKey(color: key), planes, matrix: matrix)[0]
        }
        func color(_ hex: String) -> KeyColor { KeyColor(hex) ?? .blue }
        for matrix in [ColorDescription.Matrix.bt601, .bt709] {
            for screen in ["#00B140", "#00C800", "#20A050", "#50C850", "#3CA046", "#00FF00"] {
                #expect(opacity(color(screen), .green, matrix) < 0.1, "\(screen) \(matrix)")
            }
            for screen in ["#0047BB", "#0000FF", "#2050B0", "#0050C8"] {
                #expect(opacity(color(screen), .blue, matrix) < 0.1, "\(screen) \(matrix)")
            }
            for other in ["#D6A388", "#6C4430", "#FFE0C8", "#FF0000", "#FFFF00", "#FFFFFF", "#808080", "#A05020"] {
                #expect(opacity(color(other), .green, matrix) > 0.99, "\(other) \(matrix)")
                #expect(opacity(color(other), .blue, matrix) > 0.99, "\(other) \(matrix)")
            }
        }
    }

    /// The opacity of a flat colour of `luma`, Cb and Cr, with the defaults.
    private func opacity(_ hex: String, _ screen: KeyColor, _ matrix: ColorDescription.Matrix) throws -> Double {
        let color = try #require(KeyColor(hex))
        let code = ColorTransform.code(
            of: PictureColor(red: color.red, green: color.green, blue: color.blue),
            in: ColorDescription(matrix: matrix, range: .limited))
        let planes = FilterBed.Planes(
            PictureSize(width: 16, height: 16), y: Array(repeating: code.y, count: 256),
            u: Array(repeating: code.u, count: 64), v: Array(repeating: code.v, count: 64))
        return ScreenScene.found(ChromaKey(color: screen), planes, matrix: matrix)[0]
    }

    @Test(
        "The defaults take away all of usual screens, and leave clothes, hair and skin",
        arguments: [ColorDescription.Matrix.bt601, .bt709])
    func usual(matrix: ColorDescription.Matrix) throws {
        for screen in ["#3a9a4a", "#2d8a3c", "#1e7a32", "#60b060", "#0f5a22", "#00b140", "#00ff00", "#006a26"] {
            #expect(try opacity(screen, .green, matrix) <= 0, "\(screen)")
        }
        for screen in ["#0047bb", "#3050a0", "#102a60", "#0050c8"] {
            #expect(try opacity(screen, .blue, matrix) <= 0, "\(screen)")
        }
        let kept = [
            "#6b6b3a", "#556b2f", "#9a8a50", "#808000", "#9acd32", "#c0d060", "#d0b070", "#b09060", "#00ffff",
            "#d6a388", "#6c4430", "#34261e", "#808080", "#f0e0d0", "#ffffff", "#101010",
        ]
        for color in kept { #expect(try opacity(color, .green, matrix) > 0.995, "\(color)") }
    }

    @Test(
        "Of screens lit 40 % more and less, with noise, no dirt stays",
        arguments: ["#00b140", "#3a9a4a", "#2d8a3c", "#1e7a32"])
    func uneven(color: String) throws {
        let scene = ScreenScene(try #require(KeyColor(color)), unevenness: 0.4, noise: 3)
        let found = ScreenScene.found(ChromaKey(color: .green), scene.planes)
        let screen = zip(found, scene.alpha).filter { $0.1 == 0 }.map(\.0)
        let front = zip(found, scene.alpha).filter { $0.1 == 1 }.map(\.0)
        let (left, dirty) = (screen.reduce(0, +) / Double(screen.count), screen.count { $0 > 0.05 })
        print(
            "key \(color) ±40 %: \(left) left, \(dirty) of \(screen.count) dirty; front \(front.reduce(0, +) / Double(front.count))"
        )
        #expect(left < 0.002 && dirty < screen.count / 200)
        #expect(front.reduce(0, +) / Double(front.count) > 0.99)
    }

    @Test("A background picture fills the picture from its middle, and is shown exactly where the screen was")
    func background() {
        let screen = FilterBed.yuv(0, 177, 64)
        let size = PictureSize(width: 64, height: 36)
        var planes = FilterBed.Planes(64, 36) { _, _ in screen.y.rounded() }
        planes.u = planes.u.map { _ in UInt8(screen.u.rounded()) }
        planes.v = planes.v.map { _ in UInt8(screen.v.rounded()) }
        // As large: shown as it is.
        let other = FilterBed.Planes.random(size, seed: 31)
        let filter = ChromaKeyFilter(ChromaKey(color: .green), background: FilterBed.picture(other))
        #expect(FilterBed.apply(filter, planes) == other)
        // Twice as large and wider: its middle, which is light, and not its sides.
        let wide = FilterBed.Planes(160, 72) { x, _ in (16..<144).contains(x) ? 200 : 20 }
        filter.set(ChromaKey(color: .green), background: FilterBed.picture(wide))
        let made = FilterBed.apply(filter, planes)
        #expect(made.y.allSatisfy { $0 == 200 } && made.u.allSatisfy { $0 == 128 })
        // Another size, and none: black.
        let small = FilterBed.Planes(
            PictureSize(width: 3, height: 3), y: Array(planes.y[0..<9]), u: Array(planes.u[0..<4]),
            v: Array(planes.v[0..<4]))
        #expect(FilterBed.apply(filter, small).y == Array(repeating: 200, count: 9))
        filter.set(ChromaKey(color: .green, background: "/none.png"))
        #expect(FilterBed.apply(filter, planes).y.allSatisfy { $0 == 16 })
    }

    @Test("Any size from 2x2 on; codes stay legal", arguments: [(2, 2), (3, 3), (2, 37), (41, 2), (33, 17), (1026, 4)])
    func sizes(size: (Int, Int)) {
        let planes = FilterBed.Planes.random(PictureSize(width: size.0, height: size.1), seed: 6)
        let other = FilterBed.picture(FilterBed.Planes.random(PictureSize(width: 7, height: 5), seed: 8))
        for background in [nil, other] {
            for key in [ChromaKey(), ChromaKey(color: .blue, similarity: 0, smoothness: 0, spill: 1)] {
                let made = FilterBed.apply(ChromaKeyFilter(key, background: background), planes, padding: size.0 % 5)
                #expect(made.y.allSatisfy { (16...235).contains($0) })
            }
        }
    }

    @Test("Where nothing of the screen is, and for a grey screen, nothing changes")
    func nothing() {
        let grey = FilterBed.Planes(40, 30) { x, y in 16 + Double(x * 5 + y) }
        #expect(FilterBed.apply(ChromaKeyFilter(ChromaKey()), grey) == grey)
        let planes = FilterBed.Planes.random(PictureSize(width: 40, height: 30), seed: 3)
        let key = ChromaKey(color: KeyColor(red: 120, green: 120, blue: 128))
        #expect(FilterBed.apply(ChromaKeyFilter(key), planes) == planes)
    }

    @Test("Numbers change in 200 ms, the colour at once")
    func ramp() {
        let planes = ScreenScene(.green).planes
        func plain(_ key: ChromaKey) -> FilterBed.Planes { FilterBed.apply(ChromaKeyFilter(key), planes) }
        let filter = ChromaKeyFilter(ChromaKey(color: .green, similarity: 0.2, smoothness: 0.2, spill: 0))
        _ = FilterBed.apply(filter, planes, at: 0)
        filter.set(ChromaKey(color: .green, similarity: 0.4, smoothness: 0.6, spill: 1))
        _ = FilterBed.apply(filter, planes, at: 1000)
        let half = plain(ChromaKey(color: .green, similarity: 0.3, smoothness: 0.4, spill: 0.5))
        #expect(FilterBed.apply(filter, planes, at: 1100) == half)
        let whole = ChromaKey(color: .green, similarity: 0.4, smoothness: 0.6, spill: 1)
        #expect(FilterBed.apply(filter, planes, at: 1200) == plain(whole))
        var other = whole
        other.color = .blue
        filter.set(other)
        #expect(FilterBed.apply(filter, planes, at: 1210) == plain(other))
    }

    @Test("What a background says: a colour or a path")
    func words() {
        #expect(
            ChromaKey(color: .green, background: "#102030").shownBackground
                == .color(KeyColor(red: 16, green: 32, blue: 48)))
        #expect(ChromaKey(color: .green, background: "beach.png").shownBackground == .picture(path: "beach.png"))
        #expect(ChromaKey().shownBackground == .color(KeyColor(red: 0, green: 0, blue: 0)))
    }
}
