import OnAirMedia
import OnAirPicture
import Testing

@Suite("Checking scenes")
struct SceneValidationTests {
    private static func fault(_ layers: [Layer]) -> LayerError? {
        do throws(LayerError) {
            _ = try Scene(layers: layers).validated()
            return nil
        } catch { return error }
    }

    private static func label(_ change: (inout TextLabel) -> Void) -> LayerSource {
        var label = TextLabel("x", size: 0.1)
        change(&label)
        return .text(label)
    }

    private static func stroke(_ x: Double, _ width: Double) -> LayerSource {
        .strokes([BrushStroke(points: [.init(x: x, y: 0)], width: width)])
    }

    @Test(
        "A number that makes no sense is told with its layer and field",
        arguments: [
            (Layer("a", .camera, placement: .init(x: .nan)), "placement.x"),
            (Layer("a", .camera, placement: .init(y: .infinity)), "placement.y"),
            (Layer("a", .camera, placement: .init(width: -1)), "placement.width"),
            (Layer("a", .camera, placement: .init(height: 1e9)), "placement.height"),
            (Layer("a", .camera, placement: .init(width: 0, height: 0)), "placement"),
            (Layer("a", .text(TextLabel("x")), placement: .init(width: 0, height: 0)), "placement"),
            (Layer("a", .camera, crop: .init(x: -0.1)), "crop.x"),
            (Layer("a", .camera, crop: .init(width: 0)), "crop.width"),
            (Layer("a", .camera, crop: .init(x: 0.5, width: 0.6)), "crop.width"),
            (Layer("a", .camera, crop: .init(y: 0.5, height: 0.6)), "crop.height"),
            (Layer("a", .camera, alpha: .nan), "alpha"), (Layer("a", .camera, rotation: .infinity), "rotation"),
            (Layer("a", .picture(path: "")), "path"), (Layer("a", .picture(path: "a\0b")), "path"),
            (Layer("a", .video(LayerVideo(path: ""))), "video.path"),
            (Layer("a", .video(LayerVideo(path: "x", volume: 3))), "video.volume"),
            (Layer("a", label { $0.size = 0 }), "size"),
            (
                Layer(
                    "a",
                    label {
                        $0.size = nil
                        $0.wrapWidth = 1
                    }), "wrapWidth"
            ),
            (Layer("a", label { $0.outlineWidth = 0.6 }), "outlineWidth"),
            (Layer("a", label { $0.shadowOffset = -2 }), "shadowOffset"),
            (Layer("a", label { $0.text = String(repeating: "x", count: 10_001) }), "text"),
            (Layer("a", stroke(.nan, 1)), "strokes.x"), (Layer("a", stroke(0, 0)), "strokes.width"),
            (Layer("", .camera), "id"),
        ])
    func numbers(_ layer: Layer, _ field: String) {
        let error = Self.fault([layer])
        #expect(error?.kind == .invalid && error?.field == field && error?.layer == layer.id)
        #expect(error?.advice != nil)
    }

    @Test("Two layers of one name, and too many layers, are errors")
    func names() {
        #expect(Self.fault([Layer("a", .camera), Layer("a", .camera)])?.field == "id")
        #expect(Self.fault((0..<65).map { Layer(LayerID("\($0)"), .camera) })?.field == "layers")
    }

    @Test("What makes sense is left as it is")
    func good() throws {
        let scene = Scene(layers: [
            Layer(.camera, .camera), Layer(.logo, .picture(path: "logo.png"), placement: .logo),
            Layer(.text, .text(TextLabel("x", size: 0.1)), placement: .init(x: -1, y: -1, width: 0, height: 0)),
            Layer("crop", .camera, crop: .init(x: 0.1, y: 0.7, width: 0.9, height: 0.3), alpha: 7, rotation: -720),
            Layer(.brush, Self.stroke(-3, 0.001)),
            Layer("pixels", .color(.black), placement: .init(width: 1920, height: 1080)),
        ])
        #expect(try scene.validated() == scene)
        #expect(try Scene(layers: []).validated() == Scene(layers: []))
    }
}
