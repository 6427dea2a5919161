/// A place in a picture, in whole pixels from its top left.
package struct PicturePoint: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}
