import OnAirMedia

/// The pixels of a picture as a raw video file has them: planes one after the other, rows without padding.
func rawBytes(_ picture: Picture) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<picture.format.pixels.planeCount {
        picture.withPlane(index) { plane in
            for row in 0..<plane.rows {
                bytes += UnsafeBufferPointer(start: plane.base + row * plane.stride, count: plane.bytesPerRow)
            }
        }
    }
    return bytes
}
