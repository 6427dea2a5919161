/// A picture of the program at its place on the grid.
public struct ProgramPicture: Sendable {
    public let picture: Picture
    /// Which grid point it lies on, counted from the kit's epoch.
    public let gridIndex: Int64
    /// `gridIndex / rate` seconds after the kit's epoch.
    public let time: MediaTime
    /// The picture shown at the grid point before this one, again.
    public let isRepeat: Bool

    public init(picture: Picture, gridIndex: Int64, time: MediaTime, isRepeat: Bool) {
        self.picture = picture
        self.gridIndex = gridIndex
        self.time = time
        self.isRepeat = isRepeat
    }
}
