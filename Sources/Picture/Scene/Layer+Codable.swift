import OnAirMedia

/// How a layer is written: flat, with what it shows under the name of its kind.
///
/// ```json
/// { "id": "logo", "picture": "logo.png", "x": 0.8, "y": 0.05, "height": 0.1, "alpha": 0.9 }
/// { "camera": true }
/// { "text": "{clock}", "x": -1, "y": 0.9, "height": 0.05 }
/// ```
///
/// What is not said has its default; a layer without `id` has the name of its kind. Where only some of `x`, `y`, `width`
/// and `height` are given, the others are 0: width and height then follow from the shape.
extension Layer: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, camera, picture, text, video, strokes, color, x, y, width, height, crop, fit, alpha, orientation
        case rotation, visible, blend, key
    }

    private static let kinds: [CodingKeys] = [.camera, .picture, .text, .video, .strokes, .color]

    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a layer")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let given = Self.kinds.filter(values.contains)
        guard given.count == 1, let kind = given.first else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a layer shows exactly one of "
                        + Self.kinds.map(\.stringValue).joined(separator: ", ")
                        + (given.isEmpty ? "; this one says none" : "")))
        }
        let source = try Self.source(kind, values)
        let id = try values.decodeIfPresent(LayerID.self, forKey: .id) ?? LayerID(kind.stringValue)
        self.init(id, source, placement: try Self.placement(of: source, id, values))
        crop = try values.decodeIfPresent(LayerCrop.self, forKey: .crop) ?? crop
        fit = try values.word(LayerFit.self, forKey: .fit) ?? fit
        alpha = try values.decodeIfPresent(Double.self, forKey: .alpha) ?? alpha
        orientation = try values.word(ImageOrientation.self, forKey: .orientation) ?? orientation
        rotation = try values.decodeIfPresent(Double.self, forKey: .rotation) ?? rotation
        isVisible = try values.decodeIfPresent(Bool.self, forKey: .visible) ?? isVisible
        blend = try values.word(LayerBlend.self, forKey: .blend) ?? blend
        key = try values.decodeIfPresent(WrittenKey.self, forKey: .key)?.key
    }

    private static func source(
        _ kind: CodingKeys, _ values: KeyedDecodingContainer<CodingKeys>
    ) throws -> LayerSource {
        switch kind {
        case .picture: return .picture(path: try values.decode(String.self, forKey: kind))
        case .text:
            if let text = try? values.decode(String.self, forKey: kind) { return .text(TextLabel(text)) }
            return .text(try values.decode(TextLabel.self, forKey: kind))
        case .video:
            if let path = try? values.decode(String.self, forKey: kind) { return .video(LayerVideo(path: path)) }
            return .video(try values.decode(LayerVideo.self, forKey: kind))
        case .strokes: return .strokes(try values.decode([BrushStroke].self, forKey: kind))
        case .color: return .color(try values.decode(LayerColor.self, forKey: kind))
        default:
            guard try values.decode(Bool.self, forKey: kind) else {
                throw DecodingError.dataCorruptedError(
                    forKey: kind, in: values, debugDescription: "a layer of the camera says \"camera\": true")
            }
            return .camera
        }
    }

    private static func placement(
        of source: LayerSource, _ id: LayerID, _ values: KeyedDecodingContainer<CodingKeys>
    ) throws -> LayerPlacement {
        let keys: [CodingKeys] = [.x, .y, .width, .height]
        let sides = try keys.map { try values.decodeIfPresent(Double.self, forKey: $0) }
        guard sides.contains(where: { $0 != nil }) else { return source.usualPlacement(id) }
        return LayerPlacement(x: sides[0] ?? 0, y: sides[1] ?? 0, width: sides[2] ?? 0, height: sides[3] ?? 0)
    }

    /// - Throws: `EncodingError` for a layer that shows a picture in memory: it cannot be written.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        switch source {
        case .camera: try values.encode(true, forKey: .camera)
        case .picture(let path): try values.encode(path, forKey: .picture)
        case .text(let label): try values.encode(label, forKey: .text)
        case .video(let video): try values.encode(video, forKey: .video)
        case .strokes(let strokes): try values.encode(strokes, forKey: .strokes)
        case .color(let color): try values.encode(color, forKey: .color)
        case .bitmap:
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "the layer “\(id)” shows a picture in memory, which cannot be written; use a file"
                ))
        }
        try values.encode(placement.x, forKey: .x)
        try values.encode(placement.y, forKey: .y)
        try values.encode(placement.width, forKey: .width)
        try values.encode(placement.height, forKey: .height)
        if crop != .whole { try values.encode(crop, forKey: .crop) }
        if fit != source.usualFit { try values.encode(fit, forKey: .fit) }
        if alpha != 1 { try values.encode(alpha, forKey: .alpha) }
        if orientation != .up { try values.encode(orientation, forKey: .orientation) }
        if rotation != 0 { try values.encode(rotation, forKey: .rotation) }
        if !isVisible { try values.encode(isVisible, forKey: .visible) }
        if blend != .normal { try values.encode(blend, forKey: .blend) }
        if let key { try values.encode(WrittenKey(key: key), forKey: .key) }
    }
}

extension LayerSource {
    /// Where it lies unless told otherwise: logos and texts in their corners, all else on all of the canvas.
    func usualPlacement(_ id: LayerID) -> LayerPlacement {
        switch self {
        case .text(let label):
            // One that says its own size has its natural width and height.
            label.size == nil ? .text : LayerPlacement(x: 0.05, y: 0.15, width: 0, height: 0)
        case .picture, .bitmap: id == .logo ? .logo : .whole
        case .camera, .video, .strokes, .color: .whole
        }
    }
}
