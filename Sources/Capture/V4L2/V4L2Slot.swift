import OnAirMedia
import OnAirV4L2

/// One buffer of a camera, and the picture that shows what is in it without copying a pixel.
///
/// The same picture buffer serves each time: it is free again when nobody but the slot holds it, which the camera's
/// thread looks for at each step. So a release costs nobody a call, wherever it happens, and lending allocates
/// nothing.
struct V4L2Slot {
    /// Keeps a buffer's memory for as long as a picture shows it.
    private final class Memory: Sendable {
        let planes: [V4L2Mapping]
        /// Chroma for pictures without.
        let neutral: PictureBuffer?

        init(_ planes: [V4L2Mapping], neutral: PictureBuffer?) { (self.planes, self.neutral) = (planes, neutral) }
    }

    private let format: PictureFormat
    private let layout: V4L2Planes
    private let memory: Memory
    /// What lies in front of the picture in each plane of memory.
    private var offset = SIMD4<UInt32>()
    private var whole: PictureBuffer
    private var cut: PictureBuffer?
    private var cutRect: PictureRect?
    /// Whether somebody may still look at it.
    private(set) var isLent = false

    /// - Parameter neutral: an I420 picture whose chroma is grey, for a driver without chroma.
    init(_ format: PictureFormat, _ layout: V4L2Planes, _ planes: [V4L2Mapping], neutral: PictureBuffer? = nil) {
        (self.format, self.layout) = (format, layout)
        memory = Memory(planes, neutral: neutral)
        whole = Self.buffer(format, layout, memory, offset, PictureRect(format.size))
    }

    /// Whether a filled buffer holds a whole picture.
    func holds(_ filled: V4L2Buffer.Planes) -> Bool {
        for (plane, needed) in layout.needed.enumerated() where needed > 0 {
            let (used, offset) = (Int(filled.used[plane]), Int(filled.offset[plane]))
            let mapped = memory.planes[plane].length
            guard used <= mapped, offset <= used, used - offset >= needed else { return false }
        }
        return true
    }

    /// The picture in the buffer, cut to `part`.
    mutating func lend(_ part: PictureRect, _ filled: V4L2Buffer.Planes) -> PictureBuffer {
        isLent = true
        if filled.offset != offset {
            offset = filled.offset
            whole = Self.buffer(format, layout, memory, offset, PictureRect(format.size))
            cut = nil
        }
        if part == PictureRect(format.size) {
            (cut, cutRect) = (nil, nil)
            return whole
        }
        if let cut, cutRect == part { return cut }
        var smaller = format
        smaller.size = part.size
        let fresh = Self.buffer(smaller, layout, memory, offset, part)
        (cut, cutRect) = (fresh, part)
        return fresh
    }

    /// Takes the buffer back if nobody looks at it any more; false while somebody does, or when it was not lent.
    mutating func reclaim() -> Bool {
        guard isLent, isKnownUniquelyReferenced(&whole) else { return false }
        if cut != nil, !isKnownUniquelyReferenced(&cut) { return false }
        // The last reader's reads come before what the driver writes next.
        whole.beginWrite()
        cut?.beginWrite()
        isLent = false
        return true
    }

    private static func buffer(
        _ format: PictureFormat, _ layout: V4L2Planes, _ memory: Memory, _ offset: SIMD4<UInt32>, _ part: PictureRect
    ) -> PictureBuffer {
        func plane(_ index: Int) -> PictureBuffer.Plane {
            let pixels = format.pixels
            let column = part.x == 0 ? 0 : pixels.bytesPerRow(ofPlane: index, width: part.x)
            let row = part.y == 0 ? 0 : pixels.rows(ofPlane: index, height: part.y)
            if index >= layout.planes.count {
                guard let neutral = memory.neutral, index < pixels.planeCount else {
                    return (memory.planes[0].base, 0)
                }
                let (base, stride) = neutral.plane(index)
                return (base + row * stride + column, stride)
            }
            let plane = layout.planes[index]
            let base = memory.planes[plane.memory].base + plane.offset + Int(offset[plane.memory])
            return (base + row * plane.stride + column, plane.stride)
        }
        return PictureBuffer(format: format, planes: (plane(0), plane(1), plane(2)), lentBy: memory)
    }
}
