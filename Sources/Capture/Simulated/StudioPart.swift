import OnAirMedia

/// One thing in the simulated studio, before it becomes pixels: how far away it is, where it may be seen, how it moves
/// and how it is painted.
struct StudioPart: Sendable {
    /// How a part moves, as a function of time alone.
    enum Motion: Equatable, Sendable {
        case still
        /// Sways a little, as somebody who talks does.
        case sway
        /// Sways likewise and shows for a moment every few seconds.
        case blink
        /// Turns: its versions follow each other.
        case turn
    }

    /// Lens position at which it is sharp.
    var depth: Double
    /// Left, top, right and bottom in the scene's units; nil for all of the picture, which it then hides.
    var box: SIMD4<Float>?
    var motion = Motion.still
    /// How many versions there are.
    var versions = 1
    /// Paints a version.
    var paint: @Sendable (PaintSurface, _ version: Int) -> Void

    /// Versions a second.
    static let turningPace = 12.0
}

/// A coloured dot in the scene that a test can find in a picture.
///
/// With digital zoom its place in the picture is `(point − fieldOfView.origin) / fieldOfView.size`.
package struct StudioMark: Hashable, Sendable {
    /// Its middle, 0…1 on the unturned sensor.
    package var point: SensorPoint
    /// Red, green and blue of the dot, 0…1, in the scene's own light.
    package var color: SIMD3<Float>
    /// Lens position at which it is sharp.
    package var depth: Double

    /// Half its width, as a part of the picture's height.
    package static let radius = 14.0 / 900

    static let magenta = SIMD3<Float>(0.95, 0.05, 0.75)
    static let green = SIMD3<Float>(0.05, 0.75, 0.15)
    static let blue = SIMD3<Float>(0.10, 0.20, 0.95)

    /// What the camera at `position` sees. None of them moves.
    package static func all(_ position: CaptureDevice.Position) -> [StudioMark] {
        position == .back ? StudioTable.marks : StudioShow.marks
    }

    func paint(on surface: PaintSurface) {
        let center = SIMD2(Float(point.x), Float(point.y)) * PaintSurface.units
        let radius = Float(Self.radius) * PaintSurface.units.y
        let box = SIMD4(center - radius - 5, center + radius + 5)
        surface.fill(box, { PaintShape.circle($0, center, radius + 4) }, { _ in SIMD3(0.96, 0.96, 0.94) })
        surface.fill(box, { PaintShape.circle($0, center, radius) }, { _ in color })
    }
}

extension SIMD4 where Scalar == Float {
    /// A box from its left top and right bottom corners.
    init(_ corner: SIMD2<Float>, _ opposite: SIMD2<Float>) {
        self.init(corner.x, corner.y, opposite.x, opposite.y)
    }
}
