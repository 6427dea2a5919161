import OnAirMedia

/// Any stack of colour adjustments and looks, as one pass through one table.
public final class ColorFilter: PictureFilter {
    public let name = "color"

    public init() {}

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {}
}
