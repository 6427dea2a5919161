import OnAirBeauty
import OnAirMedia
import OnAirPixels

/// Looks whether the numbers of one layer make sense.
struct LayerCheck {
    private let layer: Layer

    init(_ layer: Layer) { self.layer = layer }

    /// - Throws: `LayerError` of kind `invalid` at the first field that makes none.
    func check() throws(LayerError) {
        guard !layer.id.rawValue.isEmpty else { throw fault("id", "has an empty name", "Give it a name.") }
        try checkPlacement()
        try checkCrop()
        try within(layer.alpha, "alpha", -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        try within(layer.rotation, "rotation", -36_000...36_000)
        if let key = layer.key { try check(key) }
        switch layer.source {
        case .camera, .bitmap, .color: break
        case .picture(let path): try checkPath(path, "path")
        case .text(let label): try check(label)
        case .video(let video):
            try checkPath(video.path, "video.path")
            try within(video.volume, "video.volume", 0...2)
        case .strokes(let strokes): try check(strokes)
        }
    }

    private func check(_ key: ChromaKey) throws(LayerError) {
        switch layer.source {
        case .camera, .video, .picture, .bitmap: break
        case .text, .strokes, .color:
            throw fault("key", "has a key but no picture", "Use it for a camera, a video or a picture.")
        }
        try within(key.similarity, "key.similarity", 0...1)
        try within(key.smoothness, "key.smoothness", 0...1)
        try within(key.spill, "key.spill", 0...1)
        for matrix in [ColorDescription.Matrix.bt601, .bt709]
        where KeyRule(key, in: ColorDescription(matrix: matrix, range: .limited)).isNothing {
            throw fault("key.color", "has a key of \(key.color), which is nearly grey", "Use the screen's colour.")
        }
    }

    private func checkPlacement() throws(LayerError) {
        let placement = layer.placement
        try within(placement.x, "placement.x", -16_384...16_384)
        try within(placement.y, "placement.y", -16_384...16_384)
        try within(placement.width, "placement.width", 0...16_384)
        try within(placement.height, "placement.height", 0...16_384)
        if case .color = layer.source, placement.width == 0 || placement.height == 0 {
            throw fault("placement", "is a colour without a width or a height", "Set both: a colour has no shape.")
        }
        guard placement.width == 0, placement.height == 0 else { return }
        if case .text(let label) = layer.source, label.size != nil { return }
        throw fault(
            "placement", "has neither a width nor a height",
            "Set one of them; the other then follows from the shape of what is shown.")
    }

    private func checkCrop() throws(LayerError) {
        let crop = layer.crop
        // A part given in tenths may stand out by a rounding error.
        let limit = 1 + 1e-9
        try within(crop.x, "crop.x", 0...1)
        try within(crop.y, "crop.y", 0...1)
        try within(crop.width, "crop.width", Double.leastNormalMagnitude...1)
        try within(crop.height, "crop.height", Double.leastNormalMagnitude...1)
        guard crop.x + crop.width <= limit else {
            throw fault("crop.width", "has a crop that stands out on the right", "Keep x + width at most 1.")
        }
        guard crop.y + crop.height <= limit else {
            throw fault("crop.height", "has a crop that stands out below", "Keep y + height at most 1.")
        }
    }

    private func check(_ label: TextLabel) throws(LayerError) {
        guard label.text.utf8.count <= 10_000 else {
            throw fault("text", "has a text of \(label.text.utf8.count) bytes", "Use at most 10000.")
        }
        if let size = label.size { try within(size, "size", 1e-4...8192) }
        if let wrap = label.wrapWidth {
            try within(wrap, "wrapWidth", 1e-4...8192)
            guard label.size != nil else {
                throw fault("wrapWidth", "has lines that wrap but no size", "Set the text's size too.")
            }
        }
        try within(label.outlineWidth, "outlineWidth", 0...0.5)
        try within(label.shadowOffset, "shadowOffset", -1...1)
    }

    private func check(_ strokes: [BrushStroke]) throws(LayerError) {
        let points = strokes.reduce(0) { $0 + $1.points.count }
        guard strokes.count <= 10_000, points <= 1_000_000 else {
            throw fault(
                "strokes", "has \(strokes.count) strokes of \(points) points in all",
                "Use at most 10000 strokes and 1000000 points.")
        }
        for stroke in strokes {
            try within(stroke.width, "strokes.width", Double.leastNormalMagnitude...8192)
            for point in stroke.points {
                try within(point.x, "strokes.x", -16...16)
                try within(point.y, "strokes.y", -16...16)
            }
        }
    }

    private func checkPath(_ path: String, _ field: String) throws(LayerError) {
        guard !path.isEmpty else { throw fault(field, "has an empty path", "Name a file.") }
        guard !path.utf8.contains(0), path.utf8.count < 4096 else {
            throw fault(field, "has a path that no file can have", "Name a file.")
        }
    }

    /// NaN is in no range.
    private func within(_ value: Double, _ field: String, _ range: ClosedRange<Double>) throws(LayerError) {
        guard !range.contains(value) else { return }
        throw fault(
            field, "has \(value) as its \(field)",
            range.upperBound < 1e300
                ? "Use a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))."
                : "Use a finite number.")
    }

    private static func text(_ bound: Double) -> String {
        if bound == Double.leastNormalMagnitude { return "above 0" }
        return bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
    }

    private func fault(_ field: String, _ what: String, _ advice: String) -> LayerError {
        LayerError(.invalid, layer: layer.id, field: field, "The layer \(layer.id) \(what).", advice: advice)
    }
}
