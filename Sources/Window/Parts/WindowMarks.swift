import OnAirMedia
import OnAirSDL

/// The marks in the window's corners, without a word: a red disc while viewers get the program (hollow on the way there),
/// a red disc in a white ring while it is recorded, two bars while it is frozen, a struck-through square while it is muted.
/// A pure function of the facts.
package enum WindowMarks {
    private static let red = WindowShape.Color(0.9, 0.1, 0.1)
    private static let white = WindowShape.Color(1, 1, 1)
    private static let black = WindowShape.Color(0, 0, 0)
    private static let shade = WindowShape.Color(0, 0, 0, opacity: 0.5)

    /// The marks on a surface of that size: in one row from the top right corner to the left.
    package static func shapes(_ facts: WindowFacts, on surface: LayerSize) -> [WindowShape] {
        guard surface.width > 0, surface.height > 0 else { return [] }
        let radius = max(6, min(surface.width, surface.height) / 40)
        var center = LayerPoint(x: surface.width - 2 * radius, y: 2 * radius)
        var shapes: [WindowShape] = []
        func add(_ mark: [WindowShape]) {
            // A dark ground makes them show on any picture.
            shapes.append(.disc(center: center, radius: radius * 1.4, shade))
            shapes += mark
            center.x -= 3.2 * radius
        }
        if facts.isLive {
            add([.disc(center: center, radius: radius, red)])
        } else if facts.isSending {
            add([.disc(center: center, radius: radius, red), .disc(center: center, radius: radius * 0.6, black)])
        }
        if facts.isRecording {
            add([
                .disc(center: center, radius: radius, white), .disc(center: center, radius: radius * 0.8, black),
                .disc(center: center, radius: radius * 0.6, red),
            ])
        }
        if facts.isFrozen {
            add([-0.7, 0.2].map { left in bar(center, radius, x: left, y: -0.7, width: 0.5, height: 1.4, white) })
        }
        if facts.isMuted {
            add([
                bar(center, radius, x: -0.4, y: -0.7, width: 0.8, height: 1.4, white),
                bar(center, radius, x: -1, y: -0.15, width: 2, height: 0.3, red),
            ])
        }
        return shapes
    }

    private static func bar(
        _ center: LayerPoint, _ radius: Double, x: Double, y: Double, width: Double, height: Double,
        _ color: WindowShape.Color
    ) -> WindowShape {
        .rectangle(
            LayerRect(
                x: center.x + x * radius, y: center.y + y * radius, width: width * radius, height: height * radius),
            color)
    }
}
