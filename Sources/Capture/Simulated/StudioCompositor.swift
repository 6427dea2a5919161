import Glibc
import OnAirMedia
import OnAirPixels

/// Lays the layers of a scene over each other, two rows at a time, as light on the sensor. Belongs to
/// one thread.
///
/// What stands still behind everything that moves is kept, and made anew only when lens or torch change it.
final class StudioCompositor {
    /// How a layer is drawn in one picture.
    private struct Drawing: Equatable {
        var level = 0
        var mix = 0
        var gain = 256
        var version = 0
        var x = 0
        var y = 0
        var isVisible = true
    }

    private let size: PictureSize
    private let set: StudioSet
    private let lumaStride: Int
    private let chromaStride: Int
    /// How many layers from the back never move.
    private let stillCount: Int
    private let still: UnsafeMutablePointer<Int16>
    private let work: UnsafeMutablePointer<Int16>
    private var drawings: [Drawing]
    private var stillDrawings: [Drawing]
    private var hasStill = false

    init(_ set: StudioSet, size: PictureSize) {
        (self.set, self.size) = (set, size)
        lumaStride = (size.width + 1) & ~1
        chromaStride = lumaStride / 2
        stillCount = set.layers.prefix { $0.motion == .still }.count
        let rows = (size.height + 1) & ~1
        let samples = (lumaStride + chromaStride) * rows
        still = .allocate(capacity: samples + 32)
        still.initialize(repeating: 0, count: samples + 32)
        work = .allocate(capacity: 3 * lumaStride + 32)
        work.initialize(repeating: 0, count: 3 * lumaStride + 32)
        drawings = Array(repeating: Drawing(), count: set.layers.count)
        stillDrawings = Array(repeating: Drawing(), count: stillCount)
    }

    deinit {
        still.deallocate()
        work.deallocate()
    }

    /// Gets ready for the picture at `time`; returns the light by which the sensor's answer has to be multiplied.
    func begin(at time: Double, through optics: StudioOptics) -> Double {
        var strongest = 0.0
        for layer in set.layers { strongest = max(strongest, light(on: layer, optics)) }
        for index in drawings.indices {
            let layer = set.layers[index]
            var drawing = Drawing(x: layer.x, y: layer.y)
            (drawing.level, drawing.mix) = layer.blur(lensPosition: optics.lensPosition)
            drawing.gain = Int((256 * pow(light(on: layer, optics) / strongest, 1 / StudioLight.gamma)).rounded())
            switch layer.motion {
            case .still: break
            case .sway, .blink:
                let unit = Double(size.height) / 720
                drawing.x += Int((unit * (7 * sin(2 * .pi * time / 5.3) + 3 * sin(2 * .pi * time / 2.3))).rounded())
                drawing.y += Int((unit * (2.5 + 2.5 * sin(2 * .pi * time / 3.1))).rounded())
                if layer.motion == .blink {
                    drawing.isVisible = (time + 1.1).truncatingRemainder(dividingBy: 3.7) < 0.13
                }
            case .turn:
                drawing.version = Int(time * StudioPart.turningPace) % layer.versions
            }
            drawings[index] = drawing
        }
        var isChanged = !hasStill
        for index in stillDrawings.indices where stillDrawings[index] != drawings[index] { isChanged = true }
        if isChanged {
            for pair in 0..<(size.height + 1) / 2 {
                for index in 0..<stillCount { draw(index, pair: pair, from: 0, to: lumaStride, into: stillRows(pair)) }
            }
            for index in 0..<stillCount { stillDrawings[index] = drawings[index] }
            hasStill = true
        }
        return strongest
    }

    /// Rows 2 · `pair` and the next, valid until the next call.
    func rows(_ pair: Int, from left: Int, to right: Int) -> SceneRows {
        let still = stillRows(pair)
        // Where nothing moves there is nothing to copy.
        guard (stillCount..<drawings.count).contains(where: { touches($0, pair, left, right) }) else { return still }
        let rows = SceneRows(
            top: work, bottom: work + lumaStride, cb: work + 2 * lumaStride, cr: work + 2 * lumaStride + chromaStride)
        let (count, half) = ((right - left) * 2, right - left)
        memcpy(rows.top + left, still.top + left, count)
        memcpy(rows.bottom + left, still.bottom + left, count)
        memcpy(rows.cb + left / 2, still.cb + left / 2, half)
        memcpy(rows.cr + left / 2, still.cr + left / 2, half)
        for index in stillCount..<drawings.count where touches(index, pair, left, right) {
            draw(index, pair: pair, from: left, to: right, into: rows)
        }
        return rows
    }

    private func stillRows(_ pair: Int) -> SceneRows {
        let base = still + pair * 2 * (lumaStride + chromaStride)
        return SceneRows(
            top: base, bottom: base + lumaStride, cb: base + 2 * lumaStride, cr: base + 2 * lumaStride + chromaStride)
    }

    private func light(on layer: StudioLayer, _ optics: StudioOptics) -> Double {
        optics.ambient + optics.torch * StudioLight.torchShare(atDepth: layer.depth)
    }

    private func touches(_ index: Int, _ pair: Int, _ left: Int, _ right: Int) -> Bool {
        let (layer, drawing) = (set.layers[index], drawings[index])
        return drawing.isVisible && drawing.y < 2 * pair + 2 && drawing.y + layer.height > 2 * pair
            && drawing.x < right && drawing.x + layer.width > left
    }

    /// Draws columns `left` to `right`, both even, of layer `index`.
    private func draw(_ index: Int, pair: Int, from left: Int, to right: Int, into rows: SceneRows) {
        let (layer, drawing) = (set.layers[index], drawings[index])
        let first = layer.planes(version: drawing.version, level: drawing.level)
        let next = drawing.mix > 0 ? drawing.level + 1 : drawing.level
        let second = layer.planes(version: drawing.version, level: next)
        let (from, to) = (max(left, drawing.x), min(right, drawing.x + layer.width))
        guard from < to else { return }
        func put(
            _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ alphaA: UnsafePointer<UInt8>,
            _ alphaB: UnsafePointer<UInt8>, at offset: Int, bias: Int, step: Int,
            into out: UnsafeMutablePointer<Int16>, count: Int
        ) {
            let row = LayerRow(
                first: a + offset, second: b + offset, mix: drawing.mix, step: step, bias: bias, gain: drawing.gain)
            if layer.isOpaque {
                row.put(into: out, count: count)
            } else {
                row.lay(over: out, firstAlpha: alphaA + offset, secondAlpha: alphaB + offset, count: count)
            }
        }
        for row in 0..<2 {
            let line = 2 * pair + row - drawing.y
            guard (0..<layer.height).contains(line) else { continue }
            put(
                first.luma, second.luma, first.alpha, second.alpha, at: line * layer.width + from - drawing.x, bias: 0,
                step: 1, into: (row == 0 ? rows.top : rows.bottom) + from, count: to - from)
        }
        let share = layer.chromaShare
        let line = (2 * pair - drawing.y) / share
        guard 2 * pair >= drawing.y, line < layer.chromaHeight else { return }
        // Chroma sample c is that of columns 2c and 2c + 1.
        let (start, end) = ((from + 1) / 2, (to + 1) / 2)
        let place = (2 * start - drawing.x) / share
        let step = 2 / share
        let count = min(end - start, (layer.chromaWidth - place + step - 1) / step)
        guard count > 0 else { return }
        let offset = line * layer.chromaWidth + place
        put(
            first.cb, second.cb, first.chromaAlpha, second.chromaAlpha, at: offset, bias: 128, step: step,
            into: rows.cb + start, count: count)
        put(
            first.cr, second.cr, first.chromaAlpha, second.chromaAlpha, at: offset, bias: 128, step: step,
            into: rows.cr + start, count: count)
    }
}
