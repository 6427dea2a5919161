import Foundation
import OnAirImages
import OnAirMedia
import OnAirPicture
import OnAirPixels
import Testing

/// Scenes that somebody has looked at. `ONAIR_RECORD=1` draws them anew: look at the difference.
struct GoldenScenesTests {
    private static let size = PictureSize(width: 192, height: 108)
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Golden")

    /// A street: sky, a house, a road.
    private static let camera = TestPicture(size: PictureSize(width: 320, height: 240)) { plane, x, y in
        let (x, y) = plane == 0 ? (x, y) : (2 * x, 2 * y)
        let isHouse = x > 60 && x < 170 && y > 90 && y < 190
        let isDoor = x > 100 && x < 125 && y > 140 && y < 190
        let values: [UInt8] =
            isDoor
            ? [60, 110, 160] : isHouse ? [150, 100, 170] : y < 170 ? [UInt8(200 - y / 3), 160, 110] : [90, 124, 130]
        return values[plane]
    }

    /// A disc with a soft edge and a hole.
    private static let logo = ImageBitmap.made(64, 64) { x, y in
        let distance = ((Double(x) - 31.5) * (Double(x) - 31.5) + (Double(y) - 31.5) * (Double(y) - 31.5)).squareRoot()
        let alpha = min(max(31 - distance, 0), 1) * min(max(distance - 12, 0), 1) * 255
        let share = alpha / 255
        return (UInt8(40 * share), UInt8(120 * share), UInt8(250 * share), UInt8(alpha))
    }

    /// Squares with two corners marked, so that every way of turning shows.
    private static let chart = ImageBitmap.made(48, 32) { x, y in
        if x < 12, y < 12 { return (0, 0, 255, 255) }
        if x >= 40, y < 8 { return (0, 255, 0, 255) }
        return (x / 8 + y / 8) % 2 == 0 ? (255, 255, 255, 255) : (40, 40, 40, 255)
    }

    private static func overlays() -> LoadedScene {
        var faint = Layer.image("faint", x: 0.7, y: -1, width: 0, height: 0.5)
        faint.alpha = 0.5
        var turned = Layer.image("turned", x: 20, y: 60, width: 48, height: 32)
        turned.rotation = 30
        let bar = Layer(
            "bar", .color(LayerColor(red: 0, green: 40, blue: 120, alpha: 180)),
            placement: .init(x: 0, y: 0.85, width: 1, height: 0.15))
        var glow = Layer.image("glow", x: 91, y: 7, width: 33, height: 33)
        glow.blend = .add
        return .overCamera([
            (faint, LayerCell(logo)), (bar, nil), (turned, LayerCell(chart)), (glow, LayerCell(logo)),
            (Layer.image("logo", x: 0.05, y: 0.05, width: 0, height: 0.3), LayerCell(logo)),
        ])
    }

    private static func orientations() -> LoadedScene {
        let layers = ImageOrientation.allCases.enumerated().map { index, orientation -> (Layer, LayerCell?) in
            var layer = Layer(
                LayerID(orientation.rawValue), .picture(path: ""),
                placement: .init(
                    x: 4 + Double(index % 4) * 47, y: 4 + Double(index / 4) * 52, width: 43, height: 48), fit: .fit,
                orientation: orientation)
            layer.alpha = 1
            return (layer, LayerCell(chart))
        }
        return LoadedScene(
            Scene(layers: layers.map(\.0), background: LayerColor(red: 30, green: 60, blue: 60)),
            cells: layers.map(\.1))
    }

    private static func corner() -> LoadedScene {
        LoadedScene(
            Scene(
                layers: [
                    Layer("back", .picture(path: "")),
                    Layer(.camera, .camera, placement: .init(x: 121, y: 63, width: 64, height: 36), rotation: -4),
                ]), cells: [LayerCell(chart), nil])
    }

    enum Case: String, CaseIterable, Sendable {
        case overlays, orientations, corner, portrait, mirrored, push, move, blur
    }

    private static func render(_ one: Case) -> Picture? {
        var values = PictureControls.Values(streamSize: size)
        switch one {
        case .overlays: values.show(overlays())
        case .orientations: values.show(orientations())
        case .corner: values.show(corner())
        case .portrait:
            values.show(overlays())
            values.turn(to: .portrait, preview: size, stream: size)
        case .mirrored:
            values.show(overlays())
            values.isStreamMirrored = true
            values.zoom = PictureZoom(2)
        case .push, .move, .blur: values.show(overlays())
        }
        let rig = MixRig(values)
        let picture = rig.step(camera)
        guard let kind = PictureTransition.Kind(rawValue: one == .push ? "push-left" : one.rawValue) else {
            return picture
        }
        rig.show(one == .move ? moved() : corner(), kind, ticks: 10)
        var last: Picture?
        for _ in 0...4 { last = rig.step(camera) }
        return last
    }

    private static func moved() -> LoadedScene {
        var loaded = overlays()
        var scene = loaded.scene
        scene["logo"]?.placement = .init(x: 0.7, y: 0.6, width: 0, height: 0.4)
        scene["turned"]?.rotation = 200
        scene["bar"] = nil
        let cells = scene.layers.map { layer in
            loaded.scene.layers.firstIndex { $0.id == layer.id }.flatMap { loaded.cells[$0] }
        }
        loaded = LoadedScene(scene, cells: cells)
        return loaded
    }

    @Test("Fixed scenes look as they did when somebody looked", arguments: Case.allCases)
    func golden(_ one: Case) throws {
        let bitmap = try RGBWriter.bitmap(of: #require(Self.render(one)))
        let file = Self.folder.appendingPathComponent("\(one.rawValue).png")
        if ProcessInfo.processInfo.environment["ONAIR_RECORD"] != nil {
            try Data(ImageWriter.png(bitmap)).write(to: file)
        }
        let golden = try ImageReader.read(path: file.path).frames[0].bitmap
        try #require(golden.size == bitmap.size)
        var (sum, worst) = (0, 0)
        for y in 0..<bitmap.size.height {
            for x in 0..<4 * bitmap.size.width {
                let at = y * bitmap.stride + x
                let difference = bitmap.withPixels { Int($0[at]) } - golden.withPixels { Int($0[at]) }
                sum += difference * difference
                worst = max(worst, abs(difference))
            }
        }
        // The last bit of a rotation's arithmetic may differ from one processor to another.
        #expect(worst <= 8 && sum <= bitmap.size.width * bitmap.size.height / 10, "worst \(worst), sum \(sum)")
    }
}
