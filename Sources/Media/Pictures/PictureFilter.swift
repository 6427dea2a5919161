/// Something that changes the camera's picture before layers are laid over it: skin smoothing, a look, or the app's own.
///
/// Called on the picture thread, once for each new picture of the camera, never at two places at a time; every
/// millisecond it takes delays every picture, and is measured. A picture comes once more only where it is to lie otherwise
/// (turned, mirrored, zoomed, of another size) before there is a new one, or while a change of cameras goes on. None comes while the camera is seen nowhere. The picture is I420 in the stream's colour,
/// limited range, upright, mirrored where the stream is, of the stream's size or the canvas's; that size may change from
/// one picture to the next. What it keeps between pictures is its own business; where other threads change it too, it
/// guards it.
public protocol PictureFilter: AnyObject, Sendable {
    /// A short name for statistics and logs.
    var name: String { get }

    /// Whether what it makes of a picture depends on the picture, the time and its settings alone, so that the same
    /// picture may come again. Default false: then what it has made is kept, which costs a copy of each picture that
    /// layers lie over.
    var isRepeatable: Bool { get }

    /// Changes `picture` in place.
    ///
    /// - Parameter time: the program time of the picture: how far an animation has got.
    func process(_ picture: inout MutablePicture, at time: MediaTime)
}

extension PictureFilter {
    public var isRepeatable: Bool { false }
}
