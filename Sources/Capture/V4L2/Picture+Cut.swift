import OnAirMedia

extension Picture {
    /// The part of it that `field` shows, without copying a pixel.
    func cut(to field: SensorRect) -> Picture {
        let part = PictureRect(field, of: format.size)
        guard part != PictureRect(format.size) else { return self }
        let (pixels, whole) = (format.pixels, buffer)
        var smaller = format
        smaller.size = part.size
        func plane(_ index: Int) -> PictureBuffer.Plane {
            guard index < pixels.planeCount else { return whole.plane(0) }
            let (base, stride) = whole.plane(index)
            let column = part.x == 0 ? 0 : pixels.bytesPerRow(ofPlane: index, width: part.x)
            let row = part.y == 0 ? 0 : pixels.rows(ofPlane: index, height: part.y)
            return (base + row * stride + column, stride)
        }
        return Picture(
            buffer: PictureBuffer(format: smaller, planes: (plane(0), plane(1), plane(2)), lentBy: whole),
            captureTime: captureTime, sequence: sequence, orientation: orientation)
    }
}
