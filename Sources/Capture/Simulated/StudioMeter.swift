import Glibc
import OnAirMedia

/// What a camera can measure of its scene: how bright and how far away each part of it is, and in what light. A pure
/// value, made once from a small painting of the scene.
package struct StudioMeter: Sendable {
    /// Colour temperature of the room's light, in kelvin.
    package let ambientTemperature: Double
    /// Mean linear light that automatic exposure aims at: that of the whole scene as it was lit.
    package let target: Double

    private let subject: Double
    /// Per cell, row by row: luminance in the room's light alone, and lens position.
    private let cells: [(luminance: Double, depth: Double)]

    private static let columns = 64
    private static let rows = 36

    package static let front = StudioMeter(StudioShow.parts, StudioShow.temperature, subject: StudioShow.subject)
    package static let back = StudioMeter(StudioTable.parts, StudioTable.temperature, subject: StudioTable.subject)

    private init(_ parts: [StudioPart], _ temperature: Double, subject: Double) {
        (ambientTemperature, self.subject) = (temperature, subject)
        var cells = [(color: SIMD4<Float>, depth: Double)](
            repeating: (.zero, 1), count: Self.columns * Self.rows)
        for part in parts where part.motion != .blink {
            let surface = PaintSurface(
                x: 0, y: 0, width: Self.columns, height: Self.rows, of: (Self.columns, Self.rows))
            part.paint(surface, 0)
            for (index, pixel) in surface.pixels.enumerated() {
                cells[index].color = cells[index].color * (1 - pixel.w) + pixel
                if pixel.w > 0.5 { cells[index].depth = part.depth }
            }
        }
        let cellsOfLight = cells.map { cell in
            let luma = max(0, 0.2126 * cell.color.x + 0.7152 * cell.color.y + 0.0722 * cell.color.z)
            return (luminance: pow(Double(luma), StudioLight.gamma), depth: cell.depth)
        }
        self.cells = cellsOfLight
        // Below the code strip.
        target = Self.mean(cellsOfLight[(Self.columns * 4)...], ambient: 1, torch: 0)
    }

    /// The lens position of what is at `point`; of the subject for nil.
    package func depth(at point: SensorPoint?) -> Double {
        guard let point else { return subject }
        let (x, y) = Self.cell(point)
        return cells[y * Self.columns + x].depth
    }

    /// Mean linear light around `point` (a tenth of the picture), or of all of it for nil, in `ambient` times the room's
    /// light and a torch at `torch`.
    package func luminance(at point: SensorPoint?, ambient: Double, torch: Double) -> Double {
        guard let point else { return Self.mean(cells[(Self.columns * 4)...], ambient: ambient, torch: torch) }
        let (x, y) = Self.cell(point)
        var (sum, count) = (0.0, 0.0)
        for row in max(0, y - 2)..<min(Self.rows, y + 2) {
            for column in max(0, x - 3)..<min(Self.columns, x + 3) {
                let cell = cells[row * Self.columns + column]
                sum += cell.luminance * (ambient + torch * StudioLight.torchShare(atDepth: cell.depth))
                count += 1
            }
        }
        return sum / count
    }

    /// The colour temperature of the room's light and the torch's together: their mean in mired, by how much of the
    /// subject's light each is.
    package func temperature(ambient: Double, torch: Double) -> Double {
        guard torch > 0 else { return ambientTemperature }
        let share = torch * StudioLight.torchShare(atDepth: subject)
        let mired =
            (ambient * 1e6 / ambientTemperature + share * 1e6 / StudioLight.torchTemperature) / (ambient + share)
        return 1e6 / mired
    }

    private static func cell(_ point: SensorPoint) -> (Int, Int) {
        (
            max(0, min(columns - 1, Int(point.x * Double(columns)))),
            max(0, min(rows - 1, Int(point.y * Double(rows))))
        )
    }

    private static func mean(
        _ cells: ArraySlice<(luminance: Double, depth: Double)>, ambient: Double, torch: Double
    ) -> Double {
        var sum = 0.0
        for cell in cells {
            sum += cell.luminance * (ambient + torch * StudioLight.torchShare(atDepth: cell.depth))
        }
        return sum / Double(cells.count)
    }
}
