import CSDL
import Glibc
import OnAirMedia

/// A window, not yet shown, and who draws in it: the graphics card, or this machine's processor where the card is
/// imitated by it. Drawing through an imitated card costs several times as much as drawing without.
struct Canvas {
    let window: OpaquePointer
    let renderer: OpaquePointer

    /// Names of imitations, as they call themselves.
    private static let imitations = ["llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"]

    init(title: String, size: PictureSize) throws(SDLError) {
        let first = try Self.open(title, size, 0)
        guard getenv("SDL_RENDER_DRIVER") == nil, Self.isImitated(first.renderer) else {
            (window, renderer) = first
            return
        }
        // A window made for a card stays one.
        SDL_DestroyRenderer(first.renderer)
        SDL_DestroyWindow(first.window)
        (window, renderer) = try Self.open(title, size, SDL_RENDERER_SOFTWARE.rawValue)
    }

    private static func open(
        _ title: String, _ size: PictureSize, _ flags: UInt32
    ) throws(SDLError) -> (window: OpaquePointer, renderer: OpaquePointer) {
        guard
            let window = SDL_CreateWindow(
                title, onair_sdl_position_any, onair_sdl_position_any, Int32(size.width), Int32(size.height),
                onair_sdl_window_flags)
        else { throw SDLError.refused("opens no window") }
        guard let renderer = SDL_CreateRenderer(window, -1, flags) else {
            let error = SDLError.refused("lets nobody draw")
            SDL_DestroyWindow(window)
            throw error
        }
        return (window, renderer)
    }

    private static func isImitated(_ renderer: OpaquePointer) -> Bool {
        var info = SDL_RendererInfo()
        guard SDL_GetRendererInfo(renderer, &info) == 0, let name = info.name,
            String(cString: name).hasPrefix("opengl"), let function = SDL_GL_GetProcAddress("glGetString")
        else { return false }
        // OpenGL 2.1, 6.1.11: of GL_RENDERER.
        typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
        guard let words = unsafeBitCast(function, to: GetString.self)(0x1F01) else { return false }
        let card = String(cString: words)
        return imitations.contains { card.contains($0) }
    }
}
