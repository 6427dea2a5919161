import OnAirMedia
import OnAirPicture
import OnAirPixels

/// A program picture with ten layers, from the camera's picture on, and what else mixers do with pictures, on one core.
struct LayersBench {
    let tools: BenchTools
    private static let rounds = 200

    func run() throws -> [BenchResult] {
        tools.progress("layers")
        let hd = BenchPictures.hd
        let pool = PicturePool(format: .working(hd), capacity: 3)
        let clip = try BenchPictures.clip(hd, .i420)
        func median(_ body: (Int, inout MutablePicture) throws -> Void) throws -> Double {
            ThroughputBench.median(try BenchPictures.measure(pool, rounds: Self.rounds, body))
        }
        let renderer = LayerRenderer(color: BenchPictures.color)
        var corner: PreparedLayer?
        let blur = PictureBlur()
        func result(_ name: String, _ ours: Double, limit: Double?) -> BenchResult {
            BenchResult(name, unit: "ms", ours: ours, limit: limit, rule: .atMost)
        }
        return [
            result(
                "720p program picture with ten layers",
                ThroughputBench.median(
                    try BenchProgram(Self.tenLayers(), camera: clip).measure(rounds: Self.rounds)), limit: 1),
            result(
                "720p video into a corner of 426x240",
                try median { index, target in
                    let layer = try renderer.prepare(
                        clip[index % clip.count], crop: PictureRect(hd), orientation: .up,
                        frame: PictureRect(x: 801, y: 41, width: 426, height: 240), reusing: corner)
                    layer.blend(onto: &target)
                    corner = layer
                }, limit: 1),
            result(
                "720p fade",
                try median { index, target in
                    PictureOperations.fade(
                        clip[index % clip.count], clip[(index + 1) % clip.count], amount: 100, into: &target)
                }, limit: 1),
            result(
                "720p blur, radius 12",
                try median { index, target in blur.blur(clip[index % clip.count], radius: 12, into: &target) },
                limit: 3),
        ]
    }

    /// Five logos and five lines of text over the camera, at even and odd places.
    static func tenLayers() throws -> LoadedScene {
        var layers: [Layer] = []
        for index in 0..<5 {
            let (logo, text) = (LayerID("logo\(index)"), LayerID("text\(index)"))
            let size = PictureSize(width: 320, height: 180)
            layers.append(BenchProgram.logo(logo, size, x: 37 + 201 * index, y: 5 + 120 * index))
            layers.append(BenchProgram.text(text, "On air since 00:12:34", x: 98 + 61 * index, y: 64 + 121 * index))
        }
        return try BenchProgram.scene(layers)
    }
}
