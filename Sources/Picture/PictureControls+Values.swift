import OnAirMedia

extension PictureControls {
    /// The settings a picture is made with.
    public struct Values: Sendable {
        /// Size of a program picture: the stream dimension turned by the orientation. Changeable live: program pictures
        /// have the new size from the next one on. At least 2x2 and even: else it is made so.
        public var streamSize: PictureSize
        /// Size of a preview picture, and what placements are given in: the preview dimension turned by the orientation.
        /// Nil, the default: as the stream. At least 2x2, even.
        public var canvasSize: PictureSize?
        /// How camera pictures are turned once they stand as their camera says. Default `up`.
        public var orientation: ImageOrientation
        /// Left and right of the camera's layers exchanged for those who watch the stream. Default false.
        public var isStreamMirrored: Bool
        /// Left and right of the camera's layers exchanged for those who look at the preview. Default false.
        public var isPreviewMirrored = false
        /// The program keeps its picture, and with it its size, until this is false again; sound and preview go on.
        /// Default false.
        public var isFrozen = false
        /// How far the camera's picture is enlarged. Default not.
        public var zoom = PictureZoom()
        /// How the next camera takes over, from the old one's last picture; `move` is a fade. Default at once.
        public var cameraTransition = PictureTransition.cut
        /// What the camera's picture goes through before layers are laid over it, in this order. Default none.
        public var filters: [any PictureFilter] = []
        /// Called before the filters. Default nil.
        public var rawCallback: RawCallback?
        /// What is shown. Default the camera alone. Change it by `show`.
        package private(set) var scene = LoadedScene.camera
        /// How the scene came.
        package private(set) var sceneTransition = PictureTransition.cut
        /// What the camera's layers show once the camera has been silent for two seconds; nil: its last picture.
        package var slate: LayerCell?

        /// The camera alone, upright, in pictures of `streamSize`.
        public init(
            streamSize: PictureSize, canvasSize: PictureSize? = nil, orientation: ImageOrientation = .up,
            isStreamMirrored: Bool = false
        ) {
            self.streamSize = streamSize
            self.canvasSize = canvasSize
            self.orientation = orientation
            self.isStreamMirrored = isStreamMirrored
        }

        /// Stands as `orientation` says, with canvas and stream turned accordingly.
        ///
        /// - Parameters:
        ///   - preview: the preview dimension, whose larger side is called width.
        ///   - stream: the stream dimension, likewise.
        public mutating func turn(to orientation: VideoOrientation, preview: PictureSize, stream: PictureSize) {
            self.orientation = orientation.turn
            canvasSize = orientation.canvas(for: preview)
            streamSize = orientation.canvas(for: stream)
        }

        /// Shows `scene`, which comes by `transition`. A transition that runs already gives way: the new one starts from
        /// what is seen.
        package mutating func show(_ scene: LoadedScene, by transition: PictureTransition = .cut) {
            self.scene = scene
            sceneTransition = transition
            sceneCount += 1
        }

        /// Counts calls of `show`.
        private(set) var sceneCount = 0

        /// The canvas, whichever way it is known, as it can be made.
        package var canvas: PictureSize { (canvasSize ?? streamSize).even }

        /// The program's size as it can be made.
        package var stream: PictureSize { streamSize.even }
    }
}

extension PictureSize {
    /// At least 2x2, with even sides.
    fileprivate var even: PictureSize { PictureSize(width: max(width, 2) & ~1, height: max(height, 2) & ~1) }
}
