import CSDL
import Glibc
import OnAirMedia

/// Where windows are opened: SDL's names of ways there, in the order they are tried, and of the way to draw.
package struct Desktop: Equatable, Sendable {
    /// None: as the environment says to SDL itself.
    let drivers: [String]
    let renderer: String?
    /// What errors call it.
    private let place: String

    /// Nowhere, drawn by the processor: everything but a desktop, for tests.
    package static let none = Desktop(drivers: ["dummy"], renderer: "software", place: "")

    private init(drivers: [String], renderer: String?, place: String) {
        (self.drivers, self.renderer, self.place) = (drivers, renderer, place)
    }

    /// The one this process was started on.
    ///
    /// - Throws: `SDLError` of kind `noDisplay` where it was on none. Left to itself SDL would then make one up that
    ///   nobody sees.
    static var environment: Desktop {
        get throws(SDLError) { try Desktop { name in getenv(name).map { String(cString: $0) } } }
    }

    /// - Parameter value: the value of an environment variable.
    package init(_ value: (String) -> String?) throws(SDLError) {
        func said(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard said("SDL_VIDEODRIVER") == nil else {
            self.init(drivers: [], renderer: nil, place: "")
            return
        }
        let names = ["DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"].filter { said($0.key) != nil }
        guard !names.isEmpty else {
            throw SDLError(
                .noDisplay, "There is no desktop to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.",
                advice: "Start it from a desktop, or use `onair live`, which needs none.")
        }
        self.init(
            drivers: ["x11", "wayland"].filter(names.values.contains), renderer: nil,
            place: names.keys.sorted().compactMap { name in said(name).map { " \(name)=\($0)" } }.joined())
    }

    /// Begins with it; ended by `SDL_Quit`.
    func open() throws(SDLError) {
        SDL_SetMainReady()
        // Signals are whoever's who opens the window.
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
        // Where the renderer works without a graphics card, it shall not go through one that is imitated.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        // The first click in a window that has just been chosen counts as well.
        SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
        SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
        SDL_SetHint(SDL_HINT_APP_NAME, "OnAir")
        if !drivers.isEmpty { SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers.joined(separator: ",")) }
        if let renderer { SDL_SetHint(SDL_HINT_RENDER_DRIVER, renderer) }
        guard SDL_Init(SDL_INIT_VIDEO) == 0 else {
            let words = SDL_GetError().map { String(cString: $0) } ?? ""
            throw SDLError(
                .noDisplay, "The desktop\(place) cannot be reached\(words.isEmpty ? "" : ": \(words)").",
                advice: "Is it running, and may this user open windows on it?")
        }
    }
}
