/// How all of a picture is moved: enlarged about its middle, shifted, Cb and Cr apart. In pixels of luma.
package struct PictureMove: Equatable {
    /// At least 1.
    package var zoom: Double
    /// To the right.
    package var x: Double
    /// Down.
    package var y: Double
    /// How much further to the right Cb goes, and Cr less.
    package var partX: Double
    /// How much further down Cb goes, and Cr less.
    package var partY: Double

    package init(zoom: Double, x: Double, y: Double, partX: Double, partY: Double) {
        (self.zoom, self.x, self.y, self.partX, self.partY) = (zoom, x, y, partX, partY)
    }
}
