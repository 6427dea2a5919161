import OnAirMedia

/// The planes of a picture of any format, to be read. Valid while whoever made it keeps the picture alive.
struct SourcePlanes {
    let first: UnsafePointer<UInt8>
    let firstStride: Int
    let second: UnsafePointer<UInt8>
    let secondStride: Int
    let third: UnsafePointer<UInt8>
    let thirdStride: Int

    /// The planes of `buffer`; planes that its format does not have repeat the first.
    init(_ buffer: PictureBuffer) {
        let count = buffer.format.pixels.planeCount
        let (plane0, plane1, plane2) = (
            buffer.plane(0), buffer.plane(count > 1 ? 1 : 0), buffer.plane(count > 2 ? 2 : 0)
        )
        (first, firstStride) = (UnsafePointer(plane0.base), plane0.stride)
        (second, secondStride) = (UnsafePointer(plane1.base), plane1.stride)
        (third, thirdStride) = (UnsafePointer(plane2.base), plane2.stride)
    }
}

/// A rectangle of an I420 picture, to be read. Valid while whoever made it keeps the memory alive.
struct I420Input {
    let y: UnsafePointer<UInt8>
    let yStride: Int
    let u: UnsafePointer<UInt8>
    let uStride: Int
    let v: UnsafePointer<UInt8>
    let vStride: Int
    let size: PictureSize

    /// The part `rect` of an I420 picture; its origin is even.
    init(_ planes: SourcePlanes, _ rect: PictureRect) {
        y = planes.first + rect.y * planes.firstStride + rect.x
        u = planes.second + rect.y / 2 * planes.secondStride + rect.x / 2
        v = planes.third + rect.y / 2 * planes.thirdStride + rect.x / 2
        (yStride, uStride, vStride) = (planes.firstStride, planes.secondStride, planes.thirdStride)
        size = rect.size
    }

    init(_ output: I420Output) {
        (y, yStride) = (UnsafePointer(output.y), output.yStride)
        (u, uStride) = (UnsafePointer(output.u), output.uStride)
        (v, vStride) = (UnsafePointer(output.v), output.vStride)
        size = output.size
    }
}

/// An I420 picture, or some rows of one, to be written. Valid while whoever made it keeps the memory alive.
struct I420Output {
    let y: UnsafeMutablePointer<UInt8>
    let yStride: Int
    let u: UnsafeMutablePointer<UInt8>
    let uStride: Int
    let v: UnsafeMutablePointer<UInt8>
    let vStride: Int
    let size: PictureSize

    /// All of an I420 picture.
    init(_ buffer: PictureBuffer) {
        (y, yStride) = buffer.plane(0)
        (u, uStride) = buffer.plane(1)
        (v, vStride) = buffer.plane(2)
        size = buffer.format.size
    }

    /// The planes of an opaque layer as a picture of `size`.
    init(_ planes: LayerPlanes, size: PictureSize) {
        (y, yStride) = (planes.y, planes.stride)
        (u, uStride) = (planes.u, planes.chromaStride)
        (v, vStride) = (planes.v, planes.chromaStride)
        self.size = size
    }

    /// A picture of `size` without gaps between rows, in memory of `byteCount` bytes.
    init(_ memory: UnsafeMutablePointer<UInt8>, size: PictureSize) {
        (yStride, uStride, vStride) = (size.width, (size.width + 1) / 2, (size.width + 1) / 2)
        y = memory
        u = y + yStride * size.height
        v = u + uStride * ((size.height + 1) / 2)
        self.size = size
    }

    /// The bytes of a picture of `size` without gaps between rows.
    static func byteCount(_ size: PictureSize) -> Int {
        size.width * size.height + 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2)
    }

    private init(_ whole: I420Output, firstRow: Int, rows: Int) {
        (yStride, uStride, vStride) = (whole.yStride, whole.uStride, whole.vStride)
        y = whole.y + firstRow * yStride
        u = whole.u + firstRow / 2 * uStride
        v = whole.v + firstRow / 2 * vStride
        size = PictureSize(width: whole.size.width, height: rows)
    }

    /// `rows` rows from `firstRow`, which is even.
    func band(firstRow: Int, rows: Int) -> I420Output { I420Output(self, firstRow: firstRow, rows: rows) }
}
