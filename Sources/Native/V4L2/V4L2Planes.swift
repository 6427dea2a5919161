import OnAirMedia

/// Where the planes of a picture lie in the memory of a buffer. Pure: computed from what the driver granted.
package struct V4L2Planes: Hashable, Sendable {
    /// One plane of pixels.
    package struct Plane: Hashable, Sendable {
        /// Which plane of memory.
        package let memory: Int
        /// Bytes from the start of that memory.
        package let offset: Int
        package let stride: Int

        package init(memory: Int, offset: Int, stride: Int) {
            (self.memory, self.offset, self.stride) = (memory, offset, stride)
        }
    }

    /// The picture's: as granted, or without the last column and row.
    package let size: PictureSize
    /// In the order of the pixel format: Y, U, V whatever the driver's own order is.
    package let planes: [Plane]
    /// The fewest bytes each plane of memory must hold for a whole picture.
    package let needed: [Int]

    /// Nil where a picture of the granted format does not fit into what the driver says a buffer holds.
    ///
    /// All of it follows from `bytesperline`: that of a planar format is the first plane's, divided for chroma as the
    /// width is; of the interleaved chroma of NV12 it is the same; planes of one memory follow each other without
    /// a gap (Linux Media, “Single-planar format structure” and “YUV formats”). An odd width rounds chroma up. Some drivers
    /// round it down, and then have no place for the last chroma of an odd column or row: the picture ends before it.
    package init?(_ format: V4L2Format, _ layout: V4L2Layout) {
        if let planes = V4L2Planes(format, layout, isRoundedUp: true) {
            self = planes
            return
        }
        guard !layout.isSplit, format.size.width % 2 + format.size.height % 2 > 0 else { return nil }
        self.init(format, layout, isRoundedUp: false)
    }

    private init?(_ format: V4L2Format, _ layout: V4L2Layout, isRoundedUp: Bool) {
        let pixels = layout.pixels
        var size = format.size
        if !isRoundedUp { size = PictureSize(width: size.width & ~1, height: size.height & ~1) }
        guard size.width > 0, size.height > 0, size.width <= 16_384, size.height <= 16_384 else { return nil }
        let count = layout.isGrey ? 1 : pixels.planeCount
        guard layout.isSplit ? format.planes.count >= count : !format.planes.isEmpty else { return nil }
        var (planes, needed): ([Plane], [Int]) = ([], Array(repeating: 0, count: format.planes.count))
        var end = 0
        for plane in 0..<count {
            let used = pixels.bytesPerRow(ofPlane: plane, width: size.width)
            let rows = pixels.rows(ofPlane: plane, height: size.height)
            let memory = layout.isSplit ? plane : 0
            // Some drivers of old leave it zero where there is no padding.
            let given = format.planes[memory].bytesPerLine
            var stride = given > 0 ? given : pixels.bytesPerRow(ofPlane: layout.isSplit ? plane : 0, width: size.width)
            if !layout.isSplit, plane > 0 { stride = Self.chromaStride(stride, pixels, isRoundedUp) }
            guard stride >= used else { return nil }
            let offset = layout.isSplit ? 0 : end
            planes.append(Plane(memory: memory, offset: offset, stride: stride))
            needed[memory] = offset + stride * (rows - 1) + used
            // The plane that follows begins behind the rows that were granted; rounded down, also behind half a row.
            let half = rows < size.height
            let granted = format.size.height
            end = offset + (isRoundedUp ? stride * rows : half ? stride * granted / 2 : stride * granted)
        }
        // All that was granted must be there, also what is left out.
        guard isRoundedUp || end <= format.planes[0].imageSize else { return nil }
        guard zip(needed, format.planes).allSatisfy({ $0 <= $1.imageSize }) else { return nil }
        if layout.isSwapped, planes.count == 3 { planes.swapAt(1, 2) }
        (self.size, self.planes, self.needed) = (size, planes, needed)
    }

    private static func chromaStride(_ luma: Int, _ pixels: PixelFormat, _ isRoundedUp: Bool) -> Int {
        guard isRoundedUp else { return pixels == .i420 || pixels == .i422 ? luma / 2 : luma }
        return switch pixels {
        case .i420, .i422: (luma + 1) / 2
        // Pairs of samples: a padded row of luma may be odd, a row of pairs never.
        case .nv12, .nv21: (luma + 1) / 2 * 2
        case .i444, .yuyv, .uyvy, .yvyu, .bgra, .rgba, .bgr24, .rgb24: luma
        }
    }
}
