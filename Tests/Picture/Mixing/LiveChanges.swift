import OnAirMedia
import OnAirPicture

/// Somebody who changes everything about the picture, at any time: a stage of its own, so that a step runner does the same
/// for the same seed.
final class LiveChanges: Stage {
    let name = "changes"
    private let controls: PictureControls
    private let preview: Tap<Picture>
    private let end: HostTime
    private var numbers: SeededNumbers
    private var cells: [LayerCell] = []
    private var watcher: BoundedQueue<Picture>?
    private let tell: @Sendable (Event) -> Void

    enum Event: Sendable {
        case changed
        case cell(LayerCell)
        case end
    }

    init(
        _ controls: PictureControls, preview: Tap<Picture>, seed: UInt64, end: HostTime,
        tell: @escaping @Sendable (Event) -> Void
    ) {
        (self.controls, self.preview, self.end, self.tell) = (controls, preview, end, tell)
        numbers = SeededNumbers(seed)
    }

    /// Doubles chroma's distance from grey; remembers nothing.
    final class Look: PictureFilter {
        let name = "look"
        func process(_ picture: inout MutablePicture, at time: MediaTime) {
            picture.withMutablePlane(1) { plane in
                for row in 0..<plane.rows {
                    for x in 0..<plane.bytesPerRow { plane.base[row * plane.stride + x] ^= 0x0F }
                }
            }
        }
    }

    static let wide = PictureSize(width: 64, height: 36)

    func step(now: HostTime) -> StageWait {
        guard now < end else {
            if let watcher { preview.detach(watcher) }
            controls.set { values in
                values.show(.camera)
                values.slate = nil
                values.filters = []
                values.rawCallback = nil
            }
            cells = []
            tell(.end)
            return .finished
        }
        change()
        tell(.changed)
        while watcher?.pop() != nil {}
        return .event(until: now.advanced(byMilliseconds: pick(5...70)))
    }

    private func pick(_ range: ClosedRange<Int>) -> Int64 { Int64(Int.random(in: range, using: &numbers)) }
    private func pick(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }

    private func change() {
        switch pick(0...11) {
        case 0, 1, 2: changeScene()
        case 3: changeLayer()
        case 4:
            let orientation = VideoOrientation.allCases[Int(pick(0...3))]
            let preview = pick(0...1) == 0 ? Self.wide : PictureSize(width: 80, height: 48)
            controls.set { $0.turn(to: orientation, preview: preview, stream: Self.wide) }
        case 5:
            let (stream, preview) = (pick(0...1) == 0, pick(0...1) == 0)
            controls.set {
                $0.isStreamMirrored = stream
                $0.isPreviewMirrored = preview
            }
        case 6:
            let isFrozen = pick(0...2) == 0
            controls.set { $0.isFrozen = isFrozen }
        case 7:
            let zoom = PictureZoom(pick(0.5...9), duration: .milliseconds(pick(0...400)))
            controls.set { $0.zoom = zoom }
        case 8:
            let filters: [any PictureFilter] = pick(0...1) == 0 ? [] : [Look(), Look()]
            controls.set { $0.filters = filters }
        case 9:
            let transition = self.transition()
            let slate = pick(0...1) == 0 ? nil : content()
            controls.set {
                $0.cameraTransition = transition
                $0.slate = slate
            }
        case 10:
            if let watcher {
                preview.detach(watcher)
                self.watcher = nil
            } else {
                let queue = BoundedQueue<Picture>(capacity: 2)
                preview.attach(queue, ledger: DropLedger(), reason: .skipped)
                watcher = queue
            }
        default:
            if let cell = cells.randomElement(using: &numbers) { fill(cell) }
        }
    }

    private func transition() -> PictureTransition {
        let kind = PictureTransition.Kind.allCases[Int(pick(0...(PictureTransition.Kind.allCases.count - 1)))]
        return PictureTransition(kind, duration: .milliseconds(pick(0...500)))
    }

    private func changeScene() {
        var layers = [Layer(.camera, .camera)]
        var contents: [LayerCell?] = [nil]
        if pick(0...4) == 0 { layers = [corner()] }
        for index in 0..<pick(0...4) {
            var layer = Layer(
                LayerID("layer \(index)"), pick(0...3) == 0 ? .color(.white) : .picture(path: ""),
                placement: LayerPlacement(
                    x: pick(-0.2...1.2), y: pick(-0.2...1), width: pick(0...40), height: pick(0.1...30)))
            layer.alpha = pick(0...1.5)
            layer.rotation = pick(0...2) == 0 ? pick(-400...400) : 0
            layer.orientation = ImageOrientation.allCases[Int(pick(0...7))]
            layer.isVisible = pick(0...5) != 0
            layer.blend = pick(0...3) == 0 ? .add : .normal
            layer.fit = LayerFit.allCases[Int(pick(0...2))]
            layer.crop = LayerCrop(x: pick(0...0.4), y: pick(0...0.4), width: pick(0.1...1), height: pick(0.1...1))
            layers.append(layer)
            if case .color = layer.source { contents.append(nil) } else { contents.append(content()) }
        }
        let scene = LoadedScene(Scene(layers: layers), cells: contents)
        cells = contents.compactMap { $0 }
        let transition = self.transition()
        controls.set { $0.show(scene, by: transition) }
    }

    private func corner() -> Layer {
        Layer(
            .camera, .camera,
            placement: LayerPlacement(x: pick(0...0.7), y: pick(0...0.7), width: pick(4...30), height: pick(4...20)))
    }

    private func changeLayer() {
        let old = controls.values.scene
        guard let index = old.scene.layers.indices.randomElement(using: &numbers) else { return }
        var scene = old.scene
        scene.layers[index].placement.x = pick(0...0.9)
        scene.layers[index].alpha = pick(0...1)
        let transition = self.transition()
        controls.set { $0.show(LoadedScene(scene, cells: old.cells), by: transition) }
    }

    private func content() -> LayerCell {
        let cell = LayerCell()
        fill(cell)
        tell(.cell(cell))
        return cell
    }

    private func fill(_ cell: LayerCell) {
        let (width, height) = (Int(pick(1...24)), Int(pick(1...24)))
        let alpha = UInt8(pick(0...255))
        let bitmap = ImageBitmap.made(width, height) { x, y in
            (alpha / 2, alpha / 3, UInt8(x * y % 7) % max(alpha, 1), alpha)
        }
        switch pick(0...4) {
        case 0: cell.show(.nothing)
        case 1: cell.show(.images(ImageSequence(bitmap)))
        case 2:
            let frames = (0..<3).map { _ in ImageSequence.Frame(bitmap: bitmap, duration: .milliseconds(pick(20...200)))
            }
            cell.show(.images(ImageSequence(frames: frames, plays: pick(0...1) == 0 ? nil : 2)))
        case 3:
            let corner = PicturePoint(x: Int(pick(-5...40)), y: Int(pick(-5...40)))
            cell.show(.drawing(bitmap, origin: corner, canvas: Self.wide))
        default:
            let size = PictureSize(width: 2 * width, height: 2 * height)
            cell.show(.picture(TestPicture.noise(size, seed: Int(alpha)).make(0, at: HostTime(nanoseconds: 0))))
        }
    }
}
