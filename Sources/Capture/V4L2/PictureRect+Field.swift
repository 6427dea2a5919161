import OnAirMedia

extension PictureRect {
    /// The part of a picture of `size` that `field` shows: whole pairs of pixels and rows, so that chroma stays with
    /// its luma; never less than two by two; all of it where `field` is.
    init(_ field: SensorRect, of size: PictureSize) {
        guard field != .whole, size.width >= 2, size.height >= 2 else {
            self.init(size)
            return
        }
        func part(_ start: Double, _ length: Double, of whole: Int) -> (Int, Int) {
            guard start.isFinite, length.isFinite else { return (0, whole) }
            let wanted = max(0, min(1, length)) * Double(whole)
            let width = max(2, min(whole & ~1, Int((wanted / 2).rounded()) * 2))
            let left = Int((max(0, min(1, start)) * Double(whole) / 2).rounded()) * 2
            return (max(0, min(left, (whole & ~1) - width)), width)
        }
        let (x, width) = part(field.x, field.width, of: size.width)
        let (y, height) = part(field.y, field.height, of: size.height)
        self.init(x: x, y: y, width: width, height: height)
    }
}
