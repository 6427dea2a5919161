import Glibc
import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Optics and electronics of the simulated camera")
struct StudioOpticsTests {
    private static let middling = PictureSize(width: 640, height: 360)

    @Test(
        "Each depth is sharpest with the lens there, and soft with it far away",
        arguments: [
            (CaptureDevice.Position.front, (0.17, 0.36, 0.26, 0.55), 0.45), (.front, (0.67, 0.16, 0.97, 0.60), 0.75),
            (.front, (0.40, 0.77, 0.62, 0.93), 0.15), (.front, (0.03, 0.12, 0.38, 0.18), 0.95),
            (.back, (0.67, 0.40, 0.82, 0.80), 0.45), (.back, (0.38, 0.87, 0.64, 0.98), 0.15),
        ] as [(CaptureDevice.Position, StudioShot.Region, Double)])
    func focus(position: CaptureDevice.Position, region: StudioShot.Region, depth: Double) {
        let measured = (0...20).map { step -> (lens: Double, sharpness: Double) in
            let lens = Double(step) / 20
            return (lens, StudioShot(position, Self.middling) { $0.lensPosition = lens }.sharpness(region))
        }
        let best = measured.max { $0.sharpness < $1.sharpness } ?? (0, 0)
        #expect(abs(best.lens - depth) < 0.06, "sharpest at \(best.lens)")
        for point in measured where abs(point.lens - depth) > 0.4 {
            #expect(point.sharpness < 0.4 * best.sharpness, "at \(point.lens)")
        }
        // It falls to both sides; far away what is behind shows through the blur.
        for (left, right) in zip(measured, measured.dropFirst()) {
            if right.lens <= depth - 0.05, depth - left.lens < 0.36 {
                #expect(left.sharpness <= right.sharpness * 1.02 + 0.5)
            }
            if left.lens >= depth + 0.05, right.lens - depth < 0.36 {
                #expect(right.sharpness <= left.sharpness * 1.02 + 0.5)
            }
        }
    }

    @Test("Light on the picture is proportional to exposure and to the room's light", arguments: [0.15, 0.3, 0.5, 0.8])
    func exposure(factor: Double) {
        // The jacket: nothing in it clips.
        let region: StudioShot.Region = (0.10, 0.75, 0.16, 0.87)
        let whole = StudioShot().light(region)
        for shot in [StudioShot { $0.exposure = factor }, StudioShot { $0.ambient = factor }] {
            #expect(abs(shot.light(region) / whole / factor - 1) < 0.03)
        }
    }

    @Test("Far too much light is white, far too little is black")
    func clipping() {
        let white = StudioShot { $0.exposure = 500 }
        let wall: StudioShot.Region = (0.40, 0.20, 0.60, 0.33)
        #expect(white.lumas(wall).allSatisfy { $0 == 235 })
        #expect(abs(white.chroma(wall).cb) < 1 && abs(white.chroma(wall).cr) < 1)
        #expect(StudioShot { $0.exposure = 0.0001 }.lumas(wall).allSatisfy { $0 < 22 })
    }

    @Test(
        "The well exposed picture uses the range, and little of it clips",
        arguments: [CaptureDevice.Position.front, .back])
    func wellExposed(position: CaptureDevice.Position) {
        let shot = StudioShot(position, Self.middling)
        let all = shot.lumas((0, 0.12, 1, 1))
        let mean = all.reduce(0, +) / Double(all.count)
        #expect((70...150).contains(mean), "mean luma \(mean)")
        #expect(Double(all.filter { $0 >= 235 }.count) < 0.03 * Double(all.count))
    }

    @Test("Light colder or warmer than the balance gives a cast, the right one none")
    func balance() {
        let all: StudioShot.Region = (0, 0.12, 0.36, 1)
        let neutral = StudioShot().chroma(all)
        let warm = StudioShot { $0.cast = StudioLight.cast(of: 3500, balancedFor: 5500) }.chroma(all)
        let cold = StudioShot { $0.cast = StudioLight.cast(of: 7500, balancedFor: 5500) }.chroma(all)
        #expect(warm.cr > neutral.cr + 3 && warm.cb < neutral.cb - 3)
        #expect(cold.cr < neutral.cr - 1 && cold.cb > neutral.cb + 1)
        #expect(StudioLight.cast(of: 4321, balancedFor: 4321) == SIMD3(1, 1, 1))
        // The law: a black body's red over blue falls as it gets hotter.
        let (low, high) = (StudioLight.cast(of: 3000, balancedFor: 5500), StudioLight.cast(of: 8000, balancedFor: 5500))
        #expect(low.x > 1 && low.z < 1 && high.x < 1 && high.z > 1)
    }

    @Test(
        "Marks stand where they should, zoomed and shaken too", arguments: [CaptureDevice.Position.front, .back],
        [1, 1.25, 1.5, 2, 3])
    func marks(position: CaptureDevice.Position, zoom: Double) {
        let shift = SIMD2(0.012, -0.009)
        let view = SensorRect(zoom: zoom)
        var found = 0
        for shake in [SIMD2(0, 0), shift] {
            for mark in StudioMark.all(position) {
                let shot = StudioShot(position, Self.middling) {
                    ($0.zoom, $0.shift, $0.lensPosition) = (zoom, shake, mark.depth)
                }
                let expected = SensorPoint(
                    x: (mark.point.x - shake.x - view.x) / view.width,
                    y: (mark.point.y - shake.y - view.y) / view.height)
                let radius = StudioMark.radius * zoom
                // All of it in the picture, below the strip and beside the signs.
                guard (radius...1 - radius).contains(expected.x), (0.11 + radius...1 - radius).contains(expected.y),
                    !(0.36...0.64).contains(expected.x) || !(0.35...0.74).contains(expected.y)
                else { continue }
                guard let place = shot.find(mark, near: expected, zoom: zoom) else {
                    Issue.record("no mark at \(expected)")
                    continue
                }
                found += 1
                // A pixel and a half of 640 x 360.
                #expect(
                    abs(place.x - expected.x) * 640 < 1.5 && abs(place.y - expected.y) * 360 < 1.5,
                    "\(place) for \(expected)")
            }
        }
        #expect(found >= (zoom < 1.1 ? 6 : zoom < 1.3 ? 3 : zoom < 2.5 ? 2 : 0))
    }

    @Test("Noise is nothing at gain 1 and grows with gain")
    func noise() {
        // A piece of wall without anything that moves, in two frames.
        let wall: StudioShot.Region = (0.40, 0.18, 0.43, 0.33)
        let deviations = [1.0, 2, 4, 8, 16].map { gain -> Double in
            let (a, b) = (StudioShot(frame: 3) { $0.gain = gain }, StudioShot(frame: 4) { $0.gain = gain })
            let differences = zip(a.lumas(wall), b.lumas(wall)).map { $0 - $1 }
            return (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count) / 2).squareRoot()
        }
        #expect(deviations[0] == 0)
        // 0.35 codes for each factor of gain, and what rounding adds.
        for (gain, deviation) in zip([2.0, 4, 8, 16], deviations.dropFirst()) {
            let expected = (0.35 * gain * 0.35 * gain + 1.0 / 12).squareRoot()
            #expect(abs(deviation / expected - 1) < 0.25, "\(deviation) at \(gain)")
        }
    }

    @Test("The torch lights what is near more than what is far")
    func torch() {
        let (dark, lit) = (StudioShot(.back), StudioShot(.back) { $0.torch = 1 })
        func gain(_ region: StudioShot.Region) -> Double { lit.light(region) / dark.light(region) }
        let (near, middle, far) = (
            gain((0.88, 0.78, 0.94, 0.84)), gain((0.11, 0.50, 0.14, 0.54)), gain((0.03, 0.24, 0.07, 0.38))
        )
        #expect(near > middle && middle > far && far > 1.05)
        // Light adds up: (1 + share) times as much.
        for (gain, depth) in [(middle, 0.45), (far, 0.95)] {
            #expect(abs(gain / (1 + StudioLight.torchShare(atDepth: depth)) - 1) < 0.05)
        }
    }

    @Test("Hands tremble within the amplitude, and move both ways")
    func shake() {
        let places = (0..<600).map { StudioOptics.shake(at: Double($0) / 30, amplitude: 0.02) }
        #expect(places.allSatisfy { abs($0.x) <= 0.02 && abs($0.y) <= 0.02 })
        for axis in [places.map(\.x), places.map(\.y)] { #expect(axis.max() ?? 0 > 0.012 && axis.min() ?? 0 < -0.012) }
    }

    @Test("No setting touches what the electronics add", arguments: [CaptureDevice.Position.front, .back])
    func signs(position: CaptureDevice.Position) {
        let size = PictureSize(width: 160, height: 90)
        var wild: [StudioOptics] = []
        for exposure in [0.0001, 1, 1000] {
            for zoom in [1.0, 4] {
                var optics = StudioOptics()
                (optics.exposure, optics.zoom, optics.gain, optics.torch) = (exposure, zoom, 16, 1)
                (optics.shift, optics.cast) = (SIMD2(0.05, 0.05), SIMD3(2, 1, 0.3))
                wild.append(optics)
            }
        }
        for optics in wild {
            for (frame, bytes) in zip(
                [29, 30, 32, 33], StudioShot.bytes(position, size, .i420, [29, 30, 32, 33], optics))
            {
                let reading = bytes.withUnsafeBytes { BurntInReader.read($0, size: size) }
                #expect(reading?.frameNumber == UInt32(frame))
                #expect(reading?.isFlash == (30...32).contains(frame))
            }
        }
    }

    @Test("The sign is far from the readers' threshold, lit and dark", arguments: ["64x36", "160x90", "1280x720"])
    func signLevels(name: String) throws {
        let size = try #require(PictureSize(name))
        let centre: StudioShot.Region = (7.0 / 16, 7.0 / 16, 9.0 / 16, 9.0 / 16)
        func mean(_ frame: Int64) -> Double {
            let all = StudioShot(.front, size, frame: frame).lumas(centre)
            return all.reduce(0, +) / Double(all.count)
        }
        #expect(mean(31) > 150)
        #expect(mean(20) < 70)
    }

    @Test("The pixel formats hold the same picture however it is taken")
    func samePicture() {
        let size = PictureSize(width: 162, height: 92)
        var optics = StudioOptics()
        (optics.lensPosition, optics.exposure, optics.gain, optics.torch) = (0.3, 1.4, 6, 0.7)
        (optics.cast, optics.zoom, optics.shift) = (SIMD3(1.2, 1, 0.9), 1.7, SIMD2(0.01, 0.02))
        for zoom in [1.0, 1.7] {
            optics.zoom = zoom
            optics.shift = zoom > 1 ? SIMD2(0.01, 0.02) : .zero
            let planar = StudioShot.bytes(.back, size, .i420, [40], optics)[0]
            let semi = StudioShot.bytes(.back, size, .nv12, [40], optics)[0]
            let packed = StudioShot.bytes(.back, size, .yuyv, [40], optics)[0]
            let (area, quarter, half) = (162 * 92, 162 * 92 / 4, 81)
            #expect(semi[..<area] == planar[..<area])
            #expect((0..<quarter).allSatisfy { semi[area + 2 * $0] == planar[area + $0] })
            #expect((0..<quarter).allSatisfy { semi[area + 2 * $0 + 1] == planar[area + quarter + $0] })
            #expect((0..<area).allSatisfy { packed[2 * $0] == planar[$0] })
            // Below the strip and outside the signs 4:2:2 has each chroma row twice.
            let rows = (70..<92).flatMap { row in (0..<half).map { (row, $0) } }
            #expect(rows.allSatisfy { packed[($0 * 162 + 2 * $1) * 2 + 1] == planar[area + $0 / 2 * half + $1] })
        }
    }

    @Test("Front and back see different scenes, of which parts move and parts stand still")
    func scenes() {
        let (front, back) = (StudioShot(.front), StudioShot(.back))
        let apart = zip(front.luma, back.luma).filter { abs(Int($0) - Int($1)) > 12 }.count
        #expect(apart > front.luma.count / 2)
        for position in [CaptureDevice.Position.front, .back] {
            let (a, b) = (StudioShot(position, frame: 5), StudioShot(position, frame: 18))
            let below = 320 * 19..<320 * 180
            let moved = below.filter { a.luma[$0] != b.luma[$0] }.count
            #expect(moved > 60 && moved < below.count / 2)
        }
    }

    @Test(
        "Drawing a 720p frame takes at most 2 ms of one core whatever changes",
        arguments: ["exposure", "focus", "zoom", "torch"])
    func cost(what: String) {
        let size = PictureSize(width: 1280, height: 720)
        let format = PictureFormat(size: size, pixels: .nv12, color: .stream(for: size))
        let scene = SimulatedScene(format: format, frameRate: FrameRate(30), position: .back)
        let pool = PicturePool(format: format, capacity: 1)
        guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
        var best = Double.infinity
        var allocations: UInt64 = 0
        for round in 0..<Int64(6) {
            let (start, before) = (Self.threadTime(), Self.allocations())
            for frame in 0..<Int64(10) {
                let share = Double(round * 10 + frame) / 60
                var optics = StudioOptics()
                switch what {
                case "exposure": (optics.exposure, optics.gain) = (0.5 + share, 1 + share)
                case "focus": optics.lensPosition = share
                case "zoom": optics.zoom = 1 + share * 3
                default: optics.torch = share
                }
                scene.draw(round * 10 + frame, through: optics, into: &picture)
            }
            if round > 0 { allocations += Self.allocations() - before }
            best = min(best, (Self.threadTime() - start) / 10)
        }
        #expect(allocations == 0)
        #if !DEBUG
            #expect(best < 0.002)
        #endif
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Of this thread so far; always 0 unless the counting library is preloaded.
    private static func allocations() -> UInt64 {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
    }
}
