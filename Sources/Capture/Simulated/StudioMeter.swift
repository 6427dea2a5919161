/// What a camera can measure of its scene: how bright and how far away each part of it is, and in what light. A pure
/// value, made once.
package struct StudioMeter: Sendable {
    package let ambientTemperature: Double
    /// Mean linear light that automatic exposure aims at.
    package let target: Double

    package static let front = StudioMeter(ambientTemperature: 4000, target: 0.2)
    package static let back = StudioMeter(ambientTemperature: 4600, target: 0.2)

    func depth(at point: SensorPoint?) -> Double { 0.45 }
    func luminance(at point: SensorPoint?, ambient: Double, torch: Double) -> Double { target * ambient }
    func temperature(ambient: Double, torch: Double) -> Double { ambientTemperature }
}
import OnAirMedia
