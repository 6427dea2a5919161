import CSDL
import Glibc
import OnAirMedia
import OnAirSDL
import Testing

/// On SDL's own driver without a desktop and its renderer in software: the same on every machine. SDL is one per process.
@Suite("SDLWindow", .serialized, .timeLimit(.minutes(1)))
struct SDLWindowTests {
    private static let size = PictureSize(width: 320, height: 180)

    private func withWindow(_ size: PictureSize = Self.size, _ body: (SDLWindow) throws -> Void) throws {
        let window = try SDLWindow(title: "test", size: size, on: .none)
        // What opening it brought.
        while window.next(within: 0) != .timedOut {}
        try body(window)
    }

    /// A picture of one colour; the right half of another.
    private func picture(
        _ format: PictureFormat, left: (UInt8, UInt8, UInt8), right: (UInt8, UInt8, UInt8)
    ) throws -> Picture {
        let pool = PicturePool(format: format, capacity: 1)
        guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
            throw SDLError(.refused, "no picture")
        }
        for (plane, values) in [(left.0, right.0), (left.1, right.1), (left.2, right.2)].enumerated() {
            picture.withMutablePlane(plane) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        let isLeft = column < plane.bytesPerRow / 2
                        plane.base[row * plane.stride + column] = isLeft ? values.0 : values.1
                    }
                }
            }
        }
        return picture.freeze()
    }

    /// Red, green, blue of a pixel of the surface.
    private func color(_ window: SDLWindow, _ x: Int, _ y: Int, _ shapes: [WindowShape] = []) -> [Int] {
        let place = (y * Int(window.surface.width) + x) * 4
        let pixels = window.pixels(shapes)
        return [2, 1, 0].map { Int(pixels[place + $0]) }
    }

    /// ITU-R BT.601 and BT.709, limited range, by the book.
    private func book(_ yuv: (UInt8, UInt8, UInt8), _ matrix: (red: Double, blue: Double)) -> [Int] {
        let luma = (Double(yuv.0) - 16) / 219
        let (cb, cr) = ((Double(yuv.1) - 128) / 224, (Double(yuv.2) - 128) / 224)
        let red = luma + 2 * (1 - matrix.red) * cr
        let blue = luma + 2 * (1 - matrix.blue) * cb
        let green = (luma - matrix.red * red - matrix.blue * blue) / (1 - matrix.red - matrix.blue)
        return [red, green, blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
    }

    @Test("Pictures are shown in the colours that their matrix says, from the first one of each on")
    func colors() throws {
        try withWindow { window in
            let matrices: [(ColorDescription.Matrix, (red: Double, blue: Double))] = [
                (.bt601, (0.299, 0.114)), (.bt709, (0.2126, 0.0722)), (.bt601, (0.299, 0.114)),
            ]
            for (matrix, weights) in matrices {
                let format = PictureFormat(
                    size: Self.size, pixels: .i420, color: ColorDescription(matrix: matrix, range: .limited))
                let (left, right): ((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8)) = ((120, 80, 190), (160, 150, 100))
                try window.show(picture(format, left: left, right: right))
                for (x, yuv) in [(40, left), (280, right)] {
                    let shown = color(window, x, 90)
                    for (actual, wanted) in zip(shown, book(yuv, weights)) {
                        #expect(abs(actual - wanted) <= 3, "\(matrix): \(shown) \(book(yuv, weights))")
                    }
                }
            }
        }
    }

    @Test("A picture of another shape lies in the middle, whole, with black bars")
    func letterbox() throws {
        try withWindow { window in
            let upright = PictureSize(width: 90, height: 160)
            try window.show(picture(.working(upright), left: (235, 128, 128), right: (235, 128, 128)))
            #expect(window.place == LayerRect(x: 109.375, y: 0, width: 101.25, height: 180))
            #expect(color(window, 105, 90) == [0, 0, 0] && color(window, 214, 90) == [0, 0, 0])
            #expect(color(window, 113, 2).allSatisfy { $0 > 250 } && color(window, 206, 177).allSatisfy { $0 > 250 })
        }
    }

    @Test("A picture that is to be turned is shown turned", arguments: ImageOrientation.allCases)
    func turns(_ orientation: ImageOrientation) throws {
        try withWindow(PictureSize(width: 200, height: 200)) { window in
            let format = PictureFormat.working(PictureSize(width: 160, height: 80))
            let shown = try picture(format, left: (235, 128, 128), right: (16, 128, 128)).oriented(orientation)
            try window.show(shown)
            // Where the white left half lies then.
            let whites: [ImageOrientation: (Int, Int)] = [
                .up: (50, 100), .down: (150, 100), .right: (100, 50), .left: (100, 150), .upMirrored: (150, 100),
                .downMirrored: (50, 100), .rightMirrored: (100, 150), .leftMirrored: (100, 50),
            ]
            let white = try #require(whites[orientation])
            #expect(color(window, white.0, white.1).allSatisfy { $0 > 250 })
            #expect(color(window, 200 - white.0, 200 - white.1) == [0, 0, 0])
        }
    }

    @Test("Shapes lie over the picture, with their opacity")
    func shapes() throws {
        try withWindow { window in
            try window.show(
                picture(.working(Self.size), left: (235, 128, 128), right: (235, 128, 128)))
            let red = WindowShape.Color(1, 0, 0)
            let shapes: [WindowShape] = [
                .rectangle(LayerRect(x: 10, y: 20, width: 30, height: 5), red),
                .disc(center: LayerPoint(x: 200, y: 100), radius: 20, WindowShape.Color(0, 0, 0, opacity: 0.5)),
            ]
            #expect(color(window, 10, 20, shapes) == [255, 0, 0] && color(window, 39, 24, shapes) == [255, 0, 0])
            #expect(color(window, 40, 24, shapes).allSatisfy { $0 > 250 })
            #expect(color(window, 200, 100, shapes).allSatisfy { (120...135).contains($0) })
            #expect(color(window, 218, 100, shapes).allSatisfy { (120...135).contains($0) })
            #expect(color(window, 216, 116, shapes).allSatisfy { $0 > 250 })
        }
    }

    @Test("Another pixel format is refused, and what was shown stays")
    func otherPixels() throws {
        try withWindow { window in
            try window.show(picture(.working(Self.size), left: (235, 128, 128), right: (235, 128, 128)))
            let other = PictureFormat(size: Self.size, pixels: .nv12, color: .stream(for: Self.size))
            let pool = PicturePool(format: other, capacity: 1)
            let picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0)?.freeze()
            let unfit = try #require(picture)
            #expect(throws: SDLError.self) { try window.show(unfit) }
            #expect(color(window, 100, 100).allSatisfy { $0 > 250 })
        }
    }

    @Test("Any number of wakes before somebody hears is one event, and none is lost after")
    func wakes() throws {
        try withWindow { window in
            for _ in 0..<1000 { window.waker.wake() }
            #expect(window.next(within: 0) == .woken)
            #expect(window.next(within: 0) == .timedOut)
            window.waker.wake()
            #expect(window.next() == .woken)
        }
    }

    @Test("It wakes whoever waits, from another thread")
    func wakesFromElsewhere() throws {
        try withWindow { window in
            let waker = window.waker
            let thread = DispatchedThread { waker.wake() }
            #expect(window.next() == .woken)
            thread.join()
        }
    }

    private func push(_ type: SDL_EventType, _ fill: (inout SDL_Event) -> Void) {
        var event = SDL_Event()
        event.type = type.rawValue
        fill(&event)
        SDL_PushEvent(&event)
    }

    private func type(_ text: String) {
        push(SDL_TEXTINPUT) { event in
            withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: Array(text.utf8)) }
        }
    }

    private func press(_ code: SDL_KeyCode, repeat isRepeat: Bool = false, modifiers: UInt16 = 0) {
        push(SDL_KEYDOWN) { event in
            event.key.keysym.sym = Int32(code.rawValue)
            event.key.keysym.mod = modifiers
            event.key.repeat = isRepeat ? 1 : 0
        }
    }

    @Test("Keys are what they type; a held key is heard once; shortcuts are no keys")
    func keys() throws {
        try withWindow { window in
            press(SDLK_c)
            type("c")
            press(SDLK_c, repeat: true)
            type("c")
            press(SDLK_SLASH, modifiers: UInt16(KMOD_LSHIFT.rawValue))
            type("?")
            press(SDLK_m, modifiers: UInt16(KMOD_LCTRL.rawValue))
            press(SDLK_x)
            type("X")
            press(SDLK_F11)
            press(SDLK_ESCAPE)
            press(SDLK_a)
            type("ab")
            var keys: [WindowEvent] = []
            while case let event = window.next(within: 0), event != .timedOut { keys.append(event) }
            #expect(
                keys == [
                    .key(.character("c")), .key(.character("?")), .key(.character("x")), .key(.function(11)),
                    .key(.escape),
                ])
        }
    }

    @Test("The mouse: the left button at its pixel, the wheel by its notches, whichever way it counts")
    func mouse() throws {
        try withWindow { window in
            push(SDL_MOUSEBUTTONDOWN) { event in
                (event.button.button, event.button.x, event.button.y) = (UInt8(SDL_BUTTON_RIGHT), 1, 1)
            }
            push(SDL_MOUSEBUTTONDOWN) { event in
                (event.button.button, event.button.x, event.button.y) = (UInt8(SDL_BUTTON_LEFT), 100, 50)
            }
            push(SDL_MOUSEWHEEL) { $0.wheel.preciseY = 2 }
            push(SDL_MOUSEWHEEL) { event in
                event.wheel.preciseY = 1
                event.wheel.direction = SDL_MOUSEWHEEL_FLIPPED.rawValue
            }
            push(SDL_QUIT) { _ in }
            #expect(window.next(within: 0) == .click(LayerPoint(x: 100.5, y: 50.5)))
            #expect(window.next(within: 0) == .wheel(2))
            #expect(window.next(within: 0) == .wheel(-1))
            #expect(window.next(within: 0) == .closed)
        }
    }

    @Test("Without a desktop it says so, and what to do; else it goes where the environment says, X first")
    func desktops() throws {
        func desktop(_ environment: [String: String]) throws -> Desktop { try Desktop { environment[$0] } }
        do {
            _ = try desktop(["DISPLAY": ""])
            Issue.record("a window without a desktop")
        } catch let error as SDLError {
            #expect(error.code == "display-missing" && error.advice?.contains("onair live") == true)
        }
        #expect(try desktop(["DISPLAY": ":0"]) != desktop(["WAYLAND_DISPLAY": "wayland-0"]))
        // Whoever knows better may say so.
        #expect(
            try desktop(["SDL_VIDEODRIVER": "offscreen"]) == desktop(["SDL_VIDEODRIVER": "kmsdrm", "DISPLAY": ":0"]))
    }
}

/// A thread that does one thing.
private final class DispatchedThread {
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            }, box)
    }

    func join() { pthread_join(thread, nil) }
}
