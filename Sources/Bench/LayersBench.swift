import OnAirMedia
import OnAirPixels

/// Ten layers laid onto a 720p picture, and what else a mixer does with pictures, on one core.
struct LayersBench {
    let tools: BenchTools
    private static let rounds = 200

    func run() throws -> [BenchResult] {
        tools.progress("layers")
        let hd = BenchPictures.hd
        let pool = PicturePool(format: .working(hd), capacity: 3)
        let ten = try Self.tenLayers()
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
                "ten layers onto 720p",
                try median { _, target in for layer in ten { layer.blend(onto: &target) } }, limit: 1),
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

    /// Five logos and five lines of text, at even and odd places.
    static func tenLayers() throws -> [PreparedLayer] {
        let (logo, text) = (
            BenchPictures.logo(PictureSize(width: 320, height: 180)),
            BenchPictures.text(PictureSize(width: 640, height: 64))
        )
        let renderer = LayerRenderer(color: BenchPictures.color)
        return try (0..<10).map { index in
            let bitmap = index.isMultiple(of: 2) ? logo : text
            let frame = PictureRect(
                x: 37 + 61 * index, y: 5 + 60 * index, width: bitmap.size.width, height: bitmap.size.height)
            return try renderer.prepare(bitmap, crop: PictureRect(bitmap.size), orientation: .up, frame: frame)
        }
    }
}
