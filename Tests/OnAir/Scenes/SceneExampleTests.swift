import Foundation
import OnAir
import Testing

/// The Swift of docs/scenes.md, compiled: the lines between the marks are the page's own.
// PAGE
func dress(_ kit: StreamerKit) async throws {
    // A logo that fades in, a clock, and a wash of colour behind a smaller camera.
    let logo = Layer(
        .logo, .picture(path: "logo.png"), placement: LayerPlacement(x: 0.8, y: 0.05, width: 0, height: 0.1))
    try await kit.setLayer(logo, over: .milliseconds(300))
    var desk = Scene(layers: [Layer("wash", .color(LayerColor(red: 32, green: 48, blue: 64)))])
    desk[.camera] = Layer(.camera, .camera, placement: LayerPlacement(x: 0.03, y: 0.1, width: 0.6, height: 0.8))
    desk[.text] = Layer(
        .text, .text(TextLabel("{clock}  {score}", size: 0.06, outline: .black)),
        placement: LayerPlacement(x: -1, y: 0.9, width: 0, height: 0))
    await kit.setText("score", "3:1")
    try await kit.show(desk, with: PictureTransition(.pushLeft, duration: .milliseconds(400)))
    // A line drawn by hand, longer with each point; viewers see it grow.
    var stroke = BrushStroke(points: [.init(x: 0.2, y: 0.5)])
    for x in [0.3, 0.4, 0.5] {
        stroke.points.append(.init(x: x, y: 0.5))
        try await kit.setLayer(Layer(.brush, .strokes([stroke])))
    }
    // Scenes of a file, and a picture of what viewers see.
    let file = try SceneFile(path: "scenes.json5")
    try await kit.show(file.scenes[0].scene, with: file.transition)
    try await kit.saveSnapshot(to: "now.png")
}

/// Turns the picture grey. Called on the picture thread, once for each picture of the camera; I420, limited range.
final class Grey: PictureFilter {
    let name = "grey"

    func process(_ picture: inout MutablePicture, at time: MediaTime) {
        for plane in 1...2 {
            picture.withMutablePlane(plane) { $0.base.update(repeating: 128, count: $0.stride * $0.rows) }
        }
    }
}

func filter(_ kit: StreamerKit) async { await kit.setFilters([Grey()]) }
// PAGE

struct SceneExampleTests {
    @Test("The example on the page of scenes is the one that compiles here") func isThePages() throws {
        let here = URL(filePath: #filePath)
        let root = (0..<4).reduce(here) { folder, _ in folder.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "docs/scenes.md"), encoding: .utf8)
        let example = try #require(
            page.components(separatedBy: "```swift\nimport OnAir\n\n").last?.components(separatedBy: "\n```").first)
        let own = try String(contentsOf: here, encoding: .utf8).components(separatedBy: "// PAGE\n")[1]
        #expect(example + "\n" == own)
    }

    @Test("Its filter makes grey of every colour") func grey() {
        let format = PictureFormat.working(PictureSize(width: 8, height: 8))
        guard
            var picture = PicturePool(format: format, capacity: 1).take(
                captureTime: HostTime(nanoseconds: 0), sequence: 0)
        else { return }
        Grey().process(&picture, at: .zero)
        let made = picture.freeze()
        for plane in 1...2 { #expect(made.withPlane(plane) { $0.base[0] == 128 && $0.base[3] == 128 }) }
    }
}
