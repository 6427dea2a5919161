import COnAirPixelKernels
import OnAirMedia

/// Prepares layers for pictures of one colour. Keeps the memory between its steps, so that preparing the same kind of
/// layer again and again allocates nothing. Belongs to one thread.
public final class LayerRenderer {
    /// The largest side of a layer, in pixels.
    public static let largestSide = 16384
    /// The most pixels of a layer.
    public static let mostPixels = 1 << 25
    /// How far from the target's top left a layer may begin, in pixels each way.
    public static let furthest = 1 << 20

    private let color: ColorDescription
    private let matrix: onair_layer_matrix
    private var scaler: BitmapScaler?
    private let scaled = ScratchMemory()
    private let turned = ScratchMemory()
    private let rows = ScratchMemory()
    private let converted = ScratchMemory()
    private let converter = PictureConverter()
    private var plan: PictureLayerPlan?
    private let scratch = ConversionScratch()
    private let keyRows = KeyRows()
    private let opacities = ScratchMemory()

    /// A renderer for layers of pictures in `color`.
    public init(color: ColorDescription) {
        self.color = color
        matrix = ColorTransform.fromPremultiplied(to: color)
    }

    /// Prepares the part `crop` of `bitmap`, for pictures in which it lies at `frame`.
    ///
    /// - Parameters:
    ///   - crop: in pixels of the bitmap turned upright by `orientation`; clipped to it.
    ///   - orientation: how the bitmap is turned and mirrored.
    ///   - frame: where it lies in the target before it is rotated; at least 1x1, may stand out of the target.
    ///   - rotation: degrees clockwise about the middle of `frame`. The layer's own frame is the box around the result.
    ///   - layer: one that is no longer used, whose memory is taken; nil for a new one.
    /// - Throws: `PixelError`: the crop lies outside the bitmap, or the frame is empty or too large.
    public func prepare(
        _ bitmap: ImageBitmap, crop: PictureRect, orientation: ImageOrientation, frame: PictureRect,
        rotation: Double = 0, reusing layer: PreparedLayer? = nil
    ) throws(PixelError) -> PreparedLayer {
        try Self.check(frame)
        let upright = bitmap.size.turned(orientation)
        guard let part = crop.intersection(PictureRect(upright)) else { throw .cropOutside(crop, upright) }
        let stored = part.turned(orientation.inverse, in: upright)
        let layer = layer ?? PreparedLayer()
        try bitmap.withPixels { pixels throws(PixelError) in
            let view = BitmapView(base: pixels, stride: bitmap.stride, size: bitmap.size).part(stored)
            try render(view, orientation, frame, rotation, into: layer)
        }
        return layer
    }

    /// Prepares the part `crop` of `picture`, for pictures in which it lies at `frame`: opaque unless
    /// it is rotated by anything but quarter turns.
    ///
    /// - Parameters:
    ///   - picture: any pixel format and colour; opacity of `bgra` and `rgba` is ignored.
    ///   - crop: in pixels of the picture turned upright by `orientation`; clipped to it.
    ///   - orientation: how the picture is turned and mirrored; its own `orientation` is not looked at.
    ///   - frame: where it lies in the target before it is rotated; at least 1x1, may stand out of the target.
    ///   - rotation: degrees clockwise about the middle of `frame`. The layer's own frame is the box around the result.
    ///   - layer: one that is no longer used, whose memory is taken; nil for a new one.
    /// - Throws: `PixelError`: the crop lies outside the picture, or the frame is empty or too large.
    public func prepare(
        _ picture: Picture, crop: PictureRect, orientation: ImageOrientation, frame: PictureRect,
        rotation: Double = 0, reusing layer: PreparedLayer? = nil
    ) throws(PixelError) -> PreparedLayer {
        try prepare(
            picture, crop: crop, orientation: orientation, frame: frame, rotation: rotation, key: nil, reusing: layer)
    }

    /// The same, with a screen's colour taken away; nil takes none away.
    package func prepare(
        _ picture: Picture, crop: PictureRect, orientation: ImageOrientation, frame: PictureRect, rotation: Double,
        key: KeyRule?, reusing layer: PreparedLayer?
    ) throws(PixelError) -> PreparedLayer {
        try Self.check(frame)
        let key = key?.isNothing == true ? nil : key
        let upright = picture.format.size.turned(orientation)
        guard let part = crop.intersection(PictureRect(upright)) else { throw .cropOutside(crop, upright) }
        let stored = part.turned(orientation.inverse, in: upright)
        let layer = layer ?? PreparedLayer()
        let turn = LayerTurn(frame, degrees: rotation)
        if let rotation = turn.rotation {
            let output = converted.picture(frame.size)
            try converter.convert(picture, crop: stored, orientation: orientation, into: output, color: color)
            let stride = 4 * frame.width
            let pixels = turned.reserve(stride * frame.height)
            if let key {
                write(output, key, into: pixels, stride: stride)
            } else {
                RGBWriter(color).write(I420Input(output), into: pixels, stride: stride)
            }
            rotate(BitmapView(base: UnsafePointer(pixels), stride: stride, size: frame.size), rotation, into: layer)
            return layer
        }
        layer.layOut(turn.frame, isOpaque: true)
        let (grid, whole) = (layer.grid, turn.frame)
        let plan = plan(
            for: PictureLayerPlan.Request(
                source: picture.format, crop: stored, orientation: orientation.then(turn.orientation),
                frame: PictureRect(x: whole.x - grid.x, y: whole.y - grid.y, width: whole.width, height: whole.height),
                color: color))
        let source = picture.buffer
        defer {
            source.endRead()
            withExtendedLifetime(source) {}
        }
        try plan.run(from: SourcePlanes(source), into: layer.planes)
        if let key { layer.key(key, by: keyRows) }
        return layer
    }

    /// The same for a bitmap. One that has opacity of its own is shown as it is.
    package func prepare(
        _ bitmap: ImageBitmap, crop: PictureRect, orientation: ImageOrientation, frame: PictureRect, rotation: Double,
        key: KeyRule?, reusing layer: PreparedLayer?
    ) throws(PixelError) -> PreparedLayer {
        guard let key, !key.isNothing, let opaque = Self.opaquePicture(bitmap) else {
            return try prepare(
                bitmap, crop: crop, orientation: orientation, frame: frame, rotation: rotation, reusing: layer)
        }
        return try prepare(
            opaque, crop: crop, orientation: orientation, frame: frame, rotation: rotation, key: key, reusing: layer)
    }

    /// The bitmap as a picture, without a copy; nil where it has opacity of its own.
    private static func opaquePicture(_ bitmap: ImageBitmap) -> Picture? {
        bitmap.withPixels { pixels -> Picture? in
            guard BitmapView(base: pixels, stride: bitmap.stride, size: bitmap.size).isOpaque else { return nil }
            // Lent planes are never written.
            let plane = (base: UnsafeMutablePointer(mutating: pixels), stride: bitmap.stride)
            let format = PictureFormat(size: bitmap.size, pixels: .bgra, color: .jpeg)
            let buffer = PictureBuffer(format: format, planes: (plane, plane, plane), lentBy: bitmap)
            return Picture(buffer: buffer, captureTime: HostTime(nanoseconds: 0), sequence: 0)
        }
    }

    /// Writes what a key leaves of `picture`, premultiplied.
    private func write(
        _ picture: I420Output, _ key: KeyRule, into pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        let (width, height) = (picture.size.width, picture.size.height)
        let alpha = opacities.reserve(width * height)
        keyRows.forEach(picture, key) { block, upper, lower, _ in
            (alpha + 2 * block * width).update(from: upper, count: width)
            if 2 * block + 1 < height { (alpha + (2 * block + 1) * width).update(from: lower, count: width) }
        }
        RGBWriter(color).write(I420Input(picture), into: pixels, stride: stride)
        for y in 0..<height { onair_premultiply_bgra(pixels + y * stride, alpha + y * width, Int32(width)) }
    }

    private static func check(_ frame: PictureRect) throws(PixelError) {
        guard frame.width >= 1, frame.height >= 1, frame.width <= largestSide, frame.height <= largestSide,
            frame.width * frame.height <= mostPixels, (-furthest...furthest).contains(frame.x),
            (-furthest...furthest).contains(frame.y)
        else { throw .layerFrame(frame) }
    }

    private func render(
        _ source: BitmapView, _ orientation: ImageOrientation, _ frame: PictureRect, _ rotation: Double,
        into layer: PreparedLayer
    ) throws(PixelError) {
        let turn = LayerTurn(frame, degrees: rotation)
        let orientation = orientation.then(turn.orientation)
        let frame = turn.frame
        var view = source
        let unturned = frame.size.turned(orientation.inverse)
        if view.size != unturned {
            let stride = 4 * unturned.width
            let pixels = scaled.reserve(stride * unturned.height)
            scaler(from: view.size, to: unturned).scale(view, into: pixels, stride: stride)
            view = BitmapView(base: UnsafePointer(pixels), stride: stride, size: unturned)
        }
        if orientation != .up {
            let stride = 4 * frame.width
            let pixels = turned.reserve(stride * frame.height)
            try BitmapTransform.turn(view, orientation, into: pixels, stride: stride)
            view = BitmapView(base: UnsafePointer(pixels), stride: stride, size: frame.size)
        }
        if let rotation = turn.rotation { return rotate(view, rotation, into: layer) }
        layer.layOut(frame, isOpaque: view.isOpaque)
        fill(layer) { row, output in output.update(from: view.base + row * view.stride, count: 4 * frame.width) }
    }

    private func rotate(_ view: BitmapView, _ rotation: LayerRotation, into layer: PreparedLayer) {
        layer.layOut(rotation.box, isOpaque: false)
        fill(layer) { row, output in rotation.render(view, row: row, into: output) }
    }

    /// Fills a layer's planes out of rows of pixels: `body` writes one row of the layer's frame. Around the frame an opaque
    /// layer's edge goes on; another is transparent there.
    private func fill(_ layer: PreparedLayer, _ body: (Int, UnsafeMutablePointer<UInt8>) -> Void) {
        let (grid, planes, frame) = (layer.grid, layer.planes, layer.frame)
        let (left, top) = (frame.x - grid.x, frame.y - grid.y)
        let right = left + frame.width
        let stride = 4 * grid.width
        let upper = rows.reserve(2 * stride)
        let lower = upper + stride
        upper.update(repeating: 0, count: 2 * stride)
        func write(_ row: Int, _ memory: UnsafeMutablePointer<UInt8>) {
            guard layer.isOpaque || (row >= 0 && row < frame.height) else {
                return memory.update(repeating: 0, count: stride)
            }
            body(min(max(row, 0), frame.height - 1), memory + 4 * left)
            guard layer.isOpaque else { return }
            if left > 0 { memory.update(from: memory + 4, count: 4) }
            if right < grid.width { (memory + 4 * right).update(from: memory + 4 * right - 4, count: 4) }
        }
        layer.runs.begin(width: grid.width, blockRows: layer.isOpaque ? 0 : grid.height / 2)
        withUnsafePointer(to: matrix) { matrix in
            for y in Swift.stride(from: 0, to: grid.height, by: 2) {
                write(y - top, upper)
                write(y + 1 - top, lower)
                let (luma, chroma) = (y * planes.stride, y / 2 * planes.chromaStride)
                let alpha = planes.alpha + luma
                onair_bgra_to_i420a(
                    upper, lower, planes.y + luma, planes.y + luma + planes.stride, alpha, alpha + planes.stride,
                    planes.u + chroma, planes.v + chroma, planes.chromaAlpha + chroma, Int32(grid.width / 2), matrix)
                if !layer.isOpaque { layer.runs.add(alpha, alpha + planes.stride, width: grid.width) }
            }
        }
    }

    private func scaler(from source: PictureSize, to destination: PictureSize) -> BitmapScaler {
        if let scaler, scaler.from == source, scaler.to == destination { return scaler }
        let fresh = BitmapScaler(from: source, to: destination)
        scaler = fresh
        return fresh
    }

    private func plan(for request: PictureLayerPlan.Request) -> PictureLayerPlan {
        if let plan, plan.request == request { return plan }
        let fresh = PictureLayerPlan(request, scratch)
        plan = fresh
        return fresh
    }
}
