import OnAirMedia

extension LayerCrop {
    /// This part, brought into 0…1; nil where nothing is left of it.
    package var inside: LayerCrop? {
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, 1), min(y + height, 1))
        guard right > left, bottom > top else { return nil }
        return LayerCrop(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The largest centred part of this part with the shape of `rect`.
    ///
    /// - Parameter size: the whole picture's, upright.
    func filling(_ rect: LayerRect, of size: PictureSize) -> LayerCrop {
        let shape = self.shape(of: size)
        let wanted = rect.width / rect.height
        if shape > wanted {
            let part = width * wanted / shape
            return LayerCrop(x: x + (width - part) / 2, y: y, width: part, height: height)
        }
        let part = height * shape / wanted
        return LayerCrop(x: x, y: y + (height - part) / 2, width: width, height: part)
    }

    /// Width through height of this part of an upright picture of `size`.
    func shape(of size: PictureSize) -> Double {
        width * Double(size.width) / (height * Double(size.height))
    }

    /// The part in whole pixels of an upright picture of `size`: its edges rounded to the nearest, at least one pixel.
    package func pixels(of size: PictureSize) -> PictureRect {
        func edges(_ start: Double, _ length: Double, _ side: Int) -> (Int, Int) {
            let first = min(max(Int((start * Double(side)).rounded()), 0), side - 1)
            return (first, min(max(Int(((start + length) * Double(side)).rounded()), first + 1), side))
        }
        let (left, right) = edges(x, width, size.width)
        let (top, bottom) = edges(y, height, size.height)
        return PictureRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
