import OnAirMedia
import OnAirPixels
import OnAirTestKit

/// A picture whose planes hold `bytes`, plane after plane and row after row without padding.
func picture(_ format: PictureFormat, bytes: [UInt8]) -> Picture {
    guard var target = PicturePool(format: format, capacity: 1).take(captureTime: HostTime(nanoseconds: 0), sequence: 0)
    else { preconditionFailure("a new pool has a picture") }
    var offset = 0
    for plane in 0..<format.pixels.planeCount {
        target.withMutablePlane(plane) { plane in
            for row in 0..<plane.rows {
                for column in 0..<plane.bytesPerRow {
                    plane.base[row * plane.stride + column] = bytes[offset]
                    offset += 1
                }
            }
        }
    }
    return target.freeze()
}

/// Bytes in all planes of a picture, without padding.
func byteCount(_ format: PictureFormat) -> Int {
    (0..<format.pixels.planeCount).reduce(0) { sum, plane in
        sum + format.pixels.bytesPerRow(ofPlane: plane, width: format.size.width)
            * format.pixels.rows(ofPlane: plane, height: format.size.height)
    }
}

/// A picture of random bytes.
func randomPicture(_ format: PictureFormat, seed: UInt64) -> Picture {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount(format) + 8)
    while bytes.count < byteCount(format) {
        withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    return picture(format, bytes: bytes)
}

extension Picture {
    /// Plane `index`, row after row without padding.
    func bytes(ofPlane index: Int) -> [UInt8] {
        withPlane(index) { plane in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(plane.rows * plane.bytesPerRow)
            for row in 0..<plane.rows {
                bytes.append(
                    contentsOf: UnsafeBufferPointer(start: plane.base + row * plane.stride, count: plane.bytesPerRow))
            }
            return bytes
        }
    }

    /// All planes, one after the other.
    var bytes: [UInt8] { (0..<format.pixels.planeCount).flatMap { bytes(ofPlane: $0) } }
}

/// `picture`, or its part `crop`, converted by a converter of its own.
func converted(
    _ picture: Picture, crop: PictureRect? = nil, orientation: ImageOrientation = .up, to format: PictureFormat
) throws -> Picture {
    guard var target = PicturePool(format: format, capacity: 1).take(captureTime: HostTime(nanoseconds: 0), sequence: 0)
    else { preconditionFailure("a new pool has a picture") }
    try PictureConverter().convert(
        picture, crop: crop ?? PictureRect(picture.format.size), orientation: orientation, into: &target)
    return target.freeze()
}
