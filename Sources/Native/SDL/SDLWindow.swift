import CSDL
import Glibc
import OnAirMedia

/// One window on the desktop that shows pictures and shapes over them, and hears keys and the mouse.
///
/// Belongs to the main thread, as SDL and most desktops ask; a `WindowWaker` is the way in from others. One per process.
public final class SDLWindow {
    /// Wakes `next` from any thread.
    public let waker: WindowWaker
    private let desktop: Desktop
    private let window: OpaquePointer
    private let renderer: OpaquePointer
    private let typeBuffer = WindowTyping()
    private var texture: PictureTexture?
    private var orientation = ImageOrientation.up

    /// Opens the window in the middle of the desktop.
    ///
    /// - Parameters:
    ///   - title: until `setTitle` says another.
    ///   - size: of the surface, in the desktop's points; made smaller where the desktop is.
    /// - Throws: `SDLError` of kind `noDisplay` where there is no desktop, `refused` where it wants no window.
    public convenience init(title: String, size: PictureSize) throws(SDLError) {
        try self.init(title: title, size: size, on: Desktop.environment)
    }

    package init(title: String, size: PictureSize, on desktop: Desktop) throws(SDLError) {
        try desktop.open()
        self.desktop = desktop
        let canvas: Canvas
        do throws(SDLError) {
            canvas = try Canvas(title: title, size: Self.fitting(size))
        } catch {
            SDL_Quit()
            throw error
        }
        (window, renderer) = (canvas.window, canvas.renderer)
        waker = WindowWaker(type: SDL_RegisterEvents(1))
        SDL_SetWindowMinimumSize(window, 160, 120)
        SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
        SDL_ShowWindow(window)
    }

    deinit {
        waker.close()
        texture = nil
        guard desktop == .none else {
            // SDL wakes whoever waits by a message to the window, over a connection of its own. One that arrives when the
            // window is gone would end the process where SDL closes that connection, so both go with the process.
            SDL_HideWindow(window)
            return
        }
        SDL_DestroyRenderer(renderer)
        SDL_DestroyWindow(window)
        SDL_Quit()
    }

    /// A size of the same shape that leaves the desktop its edges.
    private static func fitting(_ size: PictureSize) -> PictureSize {
        var bounds = SDL_Rect()
        guard SDL_GetDisplayUsableBounds(0, &bounds) == 0, bounds.w > 0, bounds.h > 0 else { return size }
        let scale = min(
            1, 0.9 * Double(bounds.w) / Double(size.width), 0.9 * Double(bounds.h) / Double(size.height))
        return PictureSize(
            width: max(160, Int(Double(size.width) * scale)), height: max(120, Int(Double(size.height) * scale)))
    }

    // MARK: - Showing

    /// The surface, in its own pixels.
    public var surface: LayerSize {
        var (width, height) = (Int32(0), Int32(0))
        guard SDL_GetRendererOutputSize(renderer, &width, &height) == 0 else { return .zero }
        return LayerSize(width: Double(width), height: Double(height))
    }

    /// What the desktop's bar and lists call the window.
    public func setTitle(_ title: String) { SDL_SetWindowTitle(window, title) }

    /// Covers the whole screen, or no longer.
    ///
    /// - Returns: whether the desktop does that.
    public func setFullScreen(_ isFull: Bool) -> Bool {
        SDL_SetWindowFullscreen(window, isFull ? onair_sdl_fullscreen : 0) == 0
    }

    /// Takes a picture to be shown from now on; it may be released when the call returns.
    ///
    /// - Parameter picture: I420.
    /// - Throws: `SDLError` where it cannot be shown; what was shown stays.
    public func show(_ picture: Picture) throws(SDLError) {
        if texture?.format != picture.format { texture = try PictureTexture(picture.format, renderer: renderer) }
        try texture?.update(picture)
        orientation = picture.orientation
    }

    /// Nothing is shown from now on.
    public func clear() { texture = nil }

    /// Where the picture lies on the surface: all of it, as large as it can be. Nil where there is none.
    public var place: LayerRect? {
        let surface = surface
        guard let texture, surface.width > 0, surface.height > 0 else { return nil }
        return VideoGravity.resizeAspect.destination(of: texture.format.size.turned(orientation), in: surface)
    }

    /// Draws the picture at its place, black around it, and `shapes` over both, the last on top.
    public func draw(_ shapes: [WindowShape]) {
        render(shapes)
        SDL_RenderPresent(renderer)
    }

    private func render(_ shapes: [WindowShape]) {
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
        SDL_RenderClear(renderer)
        if let texture, let place { texture.draw(in: place, orientation: orientation) }
        for shape in shapes { draw(shape) }
    }

    /// What `draw` shows, as BGRA rows without gaps.
    package func pixels(_ shapes: [WindowShape]) -> [UInt8] {
        let (width, height) = (Int(surface.width), Int(surface.height))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        render(shapes)
        let result = bytes.withUnsafeMutableBytes {
            SDL_RenderReadPixels(renderer, nil, onair_sdl_bgra, $0.baseAddress, Int32(width * 4))
        }
        return result == 0 ? bytes : []
    }

    private func draw(_ shape: WindowShape) {
        switch shape {
        case .rectangle(let place, let color):
            let color = SDL_Color(color)
            SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, color.a)
            var rectangle = SDL_FRect(place)
            SDL_RenderFillRectF(renderer, &rectangle)
        case .disc(let center, let radius, let color):
            let vertices = Self.disc(center, radius, SDL_Color(color))
            SDL_RenderGeometry(renderer, nil, vertices, Int32(vertices.count), nil, 0)
        }
    }

    /// As triangles from the middle to the edge; 48 of them look round at any size a mark has.
    private static func disc(_ center: LayerPoint, _ radius: Double, _ color: SDL_Color) -> [SDL_Vertex] {
        let corners = 48
        func vertex(_ x: Double, _ y: Double) -> SDL_Vertex {
            SDL_Vertex(
                position: SDL_FPoint(x: Float(x), y: Float(y)), color: color, tex_coord: SDL_FPoint(x: 0, y: 0))
        }
        func edge(_ number: Int) -> SDL_Vertex {
            let angle = 2 * Double.pi * Double(number) / Double(corners)
            return vertex(center.x + radius * cos(angle), center.y + radius * sin(angle))
        }
        return (0..<corners).flatMap { [vertex(center.x, center.y), edge($0), edge($0 + 1)] }
    }

    // MARK: - Hearing

    /// Waits for what happens next; costs nothing meanwhile.
    ///
    /// - Parameter milliseconds: how long at most; nil for as long as it takes.
    public func next(within milliseconds: Int32? = nil) -> WindowEvent {
        let start = SDL_GetTicks64()
        while true {
            var event = SDL_Event()
            let hasOne: Bool
            if let milliseconds {
                let left = Int64(milliseconds) - Int64(SDL_GetTicks64() - start)
                hasOne = SDL_WaitEventTimeout(&event, Int32(max(0, left))) == 1
                if !hasOne { return .timedOut }
            } else {
                hasOne = SDL_WaitEvent(&event) == 1
            }
            // An error of SDL's own: the display is gone.
            guard hasOne else { return .closed }
            if waker.hears(event) { return .woken }
            if let told = told(event) { return told }
        }
    }

    private func told(_ event: SDL_Event) -> WindowEvent? {
        switch SDL_EventType(event.type) {
        case SDL_QUIT: return .closed
        case SDL_WINDOWEVENT:
            switch SDL_WindowEventID(UInt32(event.window.event)) {
            case SDL_WINDOWEVENT_CLOSE: return .closed
            case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_SHOWN,
                SDL_WINDOWEVENT_RESTORED:
                return .exposed
            case SDL_WINDOWEVENT_MINIMIZED, SDL_WINDOWEVENT_HIDDEN: return .hidden
            default: return nil
            }
        case SDL_RENDER_TARGETS_RESET: return .exposed
        // The card has forgotten the picture: the next one is given to it anew.
        case SDL_RENDER_DEVICE_RESET:
            texture = nil
            return .exposed
        case SDL_KEYDOWN: return typeBuffer.pressed(event.key).map { .key($0) }
        case SDL_TEXTINPUT: return typeBuffer.typed(event.text).map { .key($0) }
        case SDL_MOUSEBUTTONDOWN:
            guard event.button.button == UInt8(SDL_BUTTON_LEFT) else { return nil }
            return .click(point(x: Double(event.button.x), y: Double(event.button.y)))
        case SDL_MOUSEWHEEL:
            let turned = Double(event.wheel.preciseY)
            let isFlipped = event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue
            return turned == 0 ? nil : .wheel(isFlipped ? -turned : turned)
        default: return nil
        }
    }

    /// The mouse speaks the desktop's points, of which a surface may have more than one pixel each. The middle of the
    /// pixel that it stands on.
    private func point(x: Double, y: Double) -> LayerPoint {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSize(window, &width, &height)
        let surface = surface
        guard width > 0, height > 0 else { return LayerPoint(x: x, y: y) }
        return LayerPoint(
            x: (x + 0.5) * surface.width / Double(width), y: (y + 0.5) * surface.height / Double(height))
    }
}

extension SDL_Color {
    fileprivate init(_ color: WindowShape.Color) {
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 1) * 255) }
        self.init(r: byte(color.red), g: byte(color.green), b: byte(color.blue), a: byte(color.opacity))
    }
}

extension SDL_FRect {
    init(_ rectangle: LayerRect) {
        self.init(
            x: Float(rectangle.x), y: Float(rectangle.y), w: Float(rectangle.width), h: Float(rectangle.height))
    }
}
