import OnAirMedia

/// Lays scenes out for one mixer: which layers are drawn where, in which order, and which are hidden by others.
struct SceneLayout {
    /// What it needs to know of the mixer.
    struct Situation {
        var mapping: CanvasMapping
        var role: SceneMixer.Role
        /// The camera's picture as it comes, or would come.
        var look: CameraLook
        /// Stands in for the camera; nil while it does not.
        var slate: LayerMaterial?
    }

    /// What is drawn, from bottom to top.
    private(set) var items: [MixItem] = []
    /// What shows where nothing else does; nil where the first item covers everything.
    private(set) var background: LayerColor?

    /// Lays out one scene.
    mutating func lay(_ scene: StagedScene, _ situation: Situation) {
        items.removeAll(keepingCapacity: true)
        for staged in scene.layers where staged.mayShow {
            if let item = Self.item(staged, situation) { items.append(item) }
        }
        background = scene.background
        removeHidden(situation)
    }

    /// Lays out what shows at `progress` (eased) of a move.
    mutating func lay(
        from source: SceneSource, to scene: StagedScene, progress: Double, _ situation: Situation
    ) {
        let moved = Self.moved(from: source, to: scene, progress: progress, situation)
        items.removeAll(keepingCapacity: true)
        items.append(contentsOf: moved.items)
        background = moved.background
        removeHidden(situation)
    }

    /// Whether the camera is drawn.
    var usesCamera: Bool {
        items.contains { item in
            if case .camera = item.content { return true }
            return false
        }
    }

    /// Whether the lowest item is the camera's picture itself, covering everything pixel by pixel.
    func startsWithCamera(_ situation: Situation, isMirrored: Bool) -> Bool {
        guard !isMirrored, background == nil, let first = items.first, case .camera = first.content else {
            return false
        }
        // Shown once more above, it must still be what it was.
        let isShownAgain = items.dropFirst().contains { item in
            if case .camera = item.content { return true }
            return false
        }
        guard !isShownAgain else { return false }
        return first.screen == nil && first.laid.frame == PictureRect(situation.mapping.output)
            && first.laid.crop == .whole
            && first.staged.layer.orientation == .up && first.laid.isStraight
            && situation.look.base.size == situation.mapping.output
    }

    /// Leaves out what is outside the picture, or hidden by one layer above.
    private mutating func removeHidden(_ situation: Situation) {
        let whole = PictureRect(situation.mapping.output)
        var index = items.count - 1
        while index >= 0 {
            let item = items[index]
            let seen = item.laid.isStraight ? item.laid.frame.intersection(whole) : whole
            if let seen, !isHidden(seen, above: index, situation.role) {
                if seen == whole, item.laid.frame.contains(whole), item.isOpaque(item.staged.cache(of: situation.role))
                {
                    items.removeFirst(index)
                    background = nil
                    return
                }
            } else {
                items.remove(at: index)
            }
            index -= 1
        }
    }

    private func isHidden(_ seen: PictureRect, above index: Int, _ role: SceneMixer.Role) -> Bool {
        for other in items[(index + 1)...]
        where other.laid.frame.contains(seen) && other.isOpaque(other.staged.cache(of: role)) { return true }
        return false
    }

    private static func item(_ staged: StagedLayer, _ situation: Situation) -> MixItem? {
        let layer = staged.layer
        let content: MixItem.Content
        let size: PictureSize?
        switch layer.source {
        case .camera:
            if let slate = situation.slate {
                (content, size) = (.material(slate), slate.size)
            } else {
                (content, size) = (.camera, situation.mapping.canvas)
                if staged.isWholeCamera(on: situation.mapping.canvas) {
                    return MixItem(staged: staged, laid: wholeCamera(layer, situation), content: .camera)
                }
            }
        case .color(let color): (content, size) = (.color(color), nil)
        case .picture, .bitmap, .text, .video, .strokes:
            guard let material = staged.material, let natural = material.size else { return nil }
            (content, size) = (.material(material), natural)
        }
        guard let laid = LaidLayer(layer, content: size, mapping: situation.mapping), laid.opacity > 0 else {
            return nil
        }
        return MixItem(staged: staged, laid: laid, content: content)
    }

    /// The camera on all of the canvas: all of the mixer's picture, and no more of the camera than shows there.
    private static func wholeCamera(_ layer: Layer, _ situation: Situation) -> LaidLayer {
        let (mapping, base) = (situation.mapping, situation.look.base)
        var crop = LayerCrop.whole
        if base.part != mapping.part {
            let (width, height) = (Double(mapping.canvas.width), Double(mapping.canvas.height))
            crop = LayerCrop(
                x: Double(mapping.part.x) / width, y: Double(mapping.part.y) / height,
                width: Double(mapping.part.width) / width, height: Double(mapping.part.height) / height)
        }
        return LaidLayer(frame: PictureRect(mapping.output), crop: crop, alpha: min(layer.alpha, 1))
    }

    private static func moved(
        from source: SceneSource, to scene: StagedScene, progress: Double, _ situation: Situation
    ) -> (items: [MixItem], background: LayerColor) {
        let old: (items: [MixItem], background: LayerColor)
        switch source {
        case .scene(let scene):
            old = (
                scene.layers.filter(\.mayShow).compactMap { item($0, situation) }, scene.background
            )
        case .move(let from, let to, let progress):
            old = moved(from: from, to: to, progress: progress, situation)
        case .still: old = ([], scene.background)
        }
        let new = scene.layers.filter(\.mayShow).compactMap { item($0, situation) }
        let order = MoveOrder(from: old.items.map(\.staged.layer.id), to: new.map(\.staged.layer.id))
        let items = order.entries.compactMap { entry -> MixItem? in
            switch (entry.old, entry.new) {
            case (let before?, let after?):
                var item = new[after]
                item.laid = old.items[before].laid.moving(to: item.laid, progress)
                return item
            case (let before?, nil): return faded(old.items[before], 1 - progress)
            case (nil, let after?): return faded(new[after], progress)
            case (nil, nil): return nil
            }
        }
        return (items, old.background.mixed(with: scene.background, progress))
    }

    private static func faded(_ item: MixItem, _ amount: Double) -> MixItem? {
        var item = item
        item.laid.alpha *= amount
        return item.laid.opacity > 0 ? item : nil
    }
}

extension PictureRect {
    /// Whether all of `other` lies inside.
    fileprivate func contains(_ other: PictureRect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}

extension LayerColor {
    /// Between this colour (0) and `other` (1).
    fileprivate func mixed(with other: LayerColor, _ amount: Double) -> LayerColor {
        func between(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8(min(max((Double(from) + (Double(to) - Double(from)) * amount).rounded(), 0), 255))
        }
        return LayerColor(
            red: between(red, other.red), green: between(green, other.green), blue: between(blue, other.blue),
            alpha: between(alpha, other.alpha))
    }
}
