import Dispatch
import OnAirMedia
import OnAirPixels

/// A part of the scene as pixels, sharp and blurred more and more: what is drawn into frames.
///
/// Luma and opacity per pixel, premultiplied; chroma and its opacity per pixel where the part moves, so that it can
/// stand anywhere, else one for 2 x 2. Luma 200 is the scene's white.
///
/// Unchecked: written only while it is made.
final class StudioLayer: @unchecked Sendable {
    /// Luma of a white surface in the scene's light.
    static let white: Float = 200
    /// Half the width of the first of two box blurs, by level, in parts of the picture's height.
    static let radii: [Double] = [0, 0.8 / 720, 1.8 / 720, 3.4 / 720, 6.0 / 720, 11.0 / 720]
    /// Radius for a lens that is wrong by all of its way, in the same measure.
    private static let confusion = 13.0 / 720

    let depth: Double
    let motion: StudioPart.Motion
    let versions: Int
    /// Where it lies in the picture, in pixels; even where it is still.
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let isOpaque: Bool
    /// Pixels per chroma sample each way: 2 for what is still.
    let chromaShare: Int
    /// Per version and level.
    private let planes: [Planes]

    /// The samples of one version at one level. Unchecked: as the layer is.
    struct Planes: @unchecked Sendable {
        let luma: UnsafeMutablePointer<UInt8>
        let alpha: UnsafeMutablePointer<UInt8>
        let cb: UnsafeMutablePointer<UInt8>
        let cr: UnsafeMutablePointer<UInt8>
        let chromaAlpha: UnsafeMutablePointer<UInt8>
    }

    var chromaWidth: Int { (width + chromaShare - 1) / chromaShare }
    var chromaHeight: Int { (height + chromaShare - 1) / chromaShare }

    init(_ part: StudioPart, size: PictureSize, matrix: ColorDescription.Matrix) {
        (depth, motion, versions, isOpaque) = (part.depth, part.motion, part.versions, part.box == nil)
        chromaShare = part.motion == .still ? 2 : 1
        // Room for the widest blur.
        let margin = Int((Self.radii[Self.radii.count - 1] * 2 * Double(size.height)).rounded(.up)) + 2
        var (left, top, right, bottom) = (0, 0, size.width, size.height)
        if let box = part.box {
            let scale = SIMD2(Float(size.width), Float(size.height)) / PaintSurface.units
            // What reaches the picture's edge goes on behind it.
            let sway = part.motion == .still ? 0 : margin
            left = max(-sway, Int((box.x * scale.x).rounded(.down)) - margin) & ~1
            top = max(-sway, Int((box.y * scale.y).rounded(.down)) - margin) & ~1
            right = min(size.width + sway, Int((box.z * scale.x).rounded(.up)) + margin + 1)
            bottom = min(size.height + sway, Int((box.w * scale.y).rounded(.up)) + margin + 1)
        }
        (x, y, width, height) = (left, top, max(2, right - left), max(2, bottom - top))
        let levels = Self.radii.count
        let (w, h) = (width, height)
        let (cw, ch) = ((w + chromaShare - 1) / chromaShare, (h + chromaShare - 1) / chromaShare)
        func plane(_ count: Int) -> UnsafeMutablePointer<UInt8> {
            // Kernels read in pairs: up to one vector behind the end.
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 64)
            memory.initialize(repeating: 0, count: count + 64)
            return memory
        }
        let hidesAll = isOpaque
        planes = (0..<part.versions * levels).map { _ in
            Planes(
                luma: plane(w * h), alpha: plane(hidesAll ? 0 : w * h), cb: plane(cw * ch), cr: plane(cw * ch),
                chromaAlpha: plane(hidesAll ? 0 : cw * ch))
        }
        for version in 0..<part.versions {
            let surface = PaintSurface(x: x, y: y, width: w, height: h, of: (size.width, size.height))
            part.paint(surface, version)
            convert(surface, planes[version * levels], matrix)
        }
        let (all, share, opaque, pixels) = (planes, chromaShare, hidesAll, Double(size.height))
        // Levels are independent of each other; the result does not depend on who makes which.
        DispatchQueue.concurrentPerform(iterations: part.versions * (levels - 1)) { index in
            let (version, level) = (index / (levels - 1), index % (levels - 1) + 1)
            let (from, to) = (all[version * levels], all[version * levels + level])
            let radius = Self.radii[level] * pixels
            BoxBlur.blur(from.luma, to.luma, w, h, radius: radius)
            BoxBlur.blur(from.cb, to.cb, cw, ch, radius: radius / Double(share))
            BoxBlur.blur(from.cr, to.cr, cw, ch, radius: radius / Double(share))
            guard !opaque else { return }
            BoxBlur.blur(from.alpha, to.alpha, w, h, radius: radius)
            BoxBlur.blur(from.chromaAlpha, to.chromaAlpha, cw, ch, radius: radius / Double(share))
        }
    }

    deinit {
        for plane in planes {
            for memory in [plane.luma, plane.alpha, plane.cb, plane.cr, plane.chromaAlpha] { memory.deallocate() }
        }
    }

    func planes(version: Int, level: Int) -> Planes { planes[version * Self.radii.count + level] }

    /// Which level shows it with the lens at `lensPosition`, and how much of the next one, in 256ths.
    func blur(lensPosition: Double) -> (level: Int, mix: Int) {
        let radius = abs(lensPosition - depth) * Self.confusion
        let last = Self.radii.count - 1
        guard radius < Self.radii[last] else { return (last, 0) }
        var level = 0
        while level + 1 < last, Self.radii[level + 1] <= radius { level += 1 }
        let share = (radius - Self.radii[level]) / (Self.radii[level + 1] - Self.radii[level])
        // In sixteenths: less cannot be seen.
        let mix = Int((share * 16).rounded()) * 16
        return mix == 256 ? (level + 1, 0) : (level, mix)
    }

    /// From painted colours to luma and chroma by `matrix`, with grain that keeps gradients from banding.
    private func convert(_ surface: PaintSurface, _ out: Planes, _ matrix: ColorDescription.Matrix) {
        let (kr, kb): (Float, Float) = matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let weights = SIMD4(kr, 1 - kr - kb, kb, 0) * Self.white
        let (blue, red) = (0.5 / (1 - kb), 0.5 / (1 - kr))
        func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value))) }
        surface.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<height {
                for column in 0..<width {
                    let at = row * width + column
                    let grain = PaintShape.grain(
                        Int32(truncatingIfNeeded: column + x), Int32(truncatingIfNeeded: row + y))
                    out.luma[at] = byte((pixels[at] * weights).sum() + grain)
                    if !isOpaque { out.alpha[at] = byte(pixels[at].w * 255 + 0.5) }
                }
            }
            for row in 0..<chromaHeight {
                for column in 0..<chromaWidth {
                    // The mean of 2 x 2, also where there is one for each pixel.
                    let (x0, y0) = (column * chromaShare, row * chromaShare)
                    let (x1, y1) = (min(x0 + 1, width - 1), min(y0 + 1, height - 1))
                    let mean =
                        (pixels[y0 * width + x0] + pixels[y0 * width + x1] + pixels[y1 * width + x0]
                            + pixels[y1 * width + x1]) / 4
                    let luma = (mean * weights).sum()
                    let at = row * chromaWidth + column
                    let grain = PaintShape.grain(
                        Int32(truncatingIfNeeded: column + x), Int32(truncatingIfNeeded: row - y))
                    out.cb[at] = byte(128 + (mean.z * Self.white - luma) * blue + grain)
                    out.cr[at] = byte(128 + (mean.x * Self.white - luma) * red + grain)
                    if !isOpaque { out.chromaAlpha[at] = byte(mean.w * 255 + 0.5) }
                }
            }
        }
    }
}
