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

    /// In the order of the pixel format: Y, U, V whatever the driver's own order is.
    package let planes: [Plane]
    /// The fewest bytes each plane of memory must hold for a whole picture.
    package let needed: [Int]

    /// Nil where a picture of the granted format does not fit into what the driver says a buffer holds.
    ///
    /// All of it follows from `bytesperline`: that of a planar format is the first plane's, divided for chroma as the
    /// width is; of the interleaved chroma of NV12 it is the same; planes of one memory follow each other without
    /// a gap (Linux Media, “Single-planar format structure” and “YUV formats”). An odd width rounds chroma up.
    package init?(_ format: V4L2Format, _ layout: V4L2Layout) {
        let (size, pixels) = (format.size, layout.pixels)
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
            if !layout.isSplit, plane > 0 { stride = Self.chromaStride(stride, pixels) }
            guard stride >= used else { return nil }
            let offset = layout.isSplit ? 0 : end
            planes.append(Plane(memory: memory, offset: offset, stride: stride))
            needed[memory] = offset + stride * (rows - 1) + used
            end = offset + stride * rows
        }
        guard zip(needed, format.planes).allSatisfy({ $0 <= $1.imageSize }) else { return nil }
        if layout.isSwapped, planes.count == 3 { planes.swapAt(1, 2) }
        (self.planes, self.needed) = (planes, needed)
    }

    private static func chromaStride(_ luma: Int, _ pixels: PixelFormat) -> Int {
        switch pixels {
        case .i420, .i422: (luma + 1) / 2
        // Pairs of samples: a padded row of luma may be odd, a row of pairs never.
        case .nv12, .nv21: (luma + 1) / 2 * 2
        case .i444, .yuyv, .uyvy, .yvyu, .bgra, .rgba, .bgr24, .rgb24: luma
        }
    }
}
