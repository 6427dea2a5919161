import OnAirMedia

/// The newest picture of a session, or of a broadcast's preview, and where its points lie on the sensor.
///
/// Draws nothing: whoever shows it, a window or a web canvas, sets `bounds`, draws `newestPicture` turned by
/// `orientation` to `destination`, and asks which point of the sensor was tapped. Holds one picture and costs nothing
/// else.
public final class CaptureVideoPreviewLayer: CaptureOutput {
    public let port: CaptureOutputPort

    private let state: Newest
    private let subscribers = SampleSubscribers()

    /// What the source's thread and whoever draws share.
    private final class Newest: Sendable {
        struct State {
            var picture: Picture?
            /// Where it came from; nil where somebody shows it by hand.
            var connection: CaptureConnection?
            /// How a picture lies that is shown by hand.
            var manual: PreviewGeometry?
            var bounds = LayerSize.zero
            var gravity = VideoGravity.resizeAspect
        }

        let state = Lock(State())
    }

    /// A layer to be added to a session as an output.
    public init() {
        let (state, subscribers) = (Newest(), subscribers)
        self.state = state
        port = CaptureOutputPort(
            .pictures { picture, connection in
                state.state.withLock { ($0.picture, $0.connection) = (picture, connection) }
                subscribers.take(.picture(picture), from: connection)
            }, gate: .init(open: { subscribers.open($0) }, isIdle: { true }, whenIdle: { $0() }))
    }

    /// A layer that shows `session`, which owns it from now on.
    public convenience init(session: CaptureSession) {
        self.init()
        // A fresh output is refused by no session.
        try? session.addOutput(self)
    }

    /// The size of the surface it is shown on, in points. Default nothing.
    public var bounds: LayerSize {
        get { state.state.withLock { $0.bounds } }
        set { state.state.withLock { $0.bounds = newValue } }
    }

    /// How the picture fills the surface. Default `resizeAspect`.
    public var videoGravity: VideoGravity {
        get { state.state.withLock { $0.gravity } }
        set { state.state.withLock { $0.gravity = newValue } }
    }

    /// The newest picture, as the device stores it; nil before the first. Stays when the session stops. Keep few of them:
    /// see `pictures()`.
    public var newestPicture: Picture? { state.state.withLock { $0.picture } }

    /// How the newest picture is turned and mirrored to be shown.
    public var orientation: ImageOrientation {
        let (picture, connection) = state.state.withLock { ($0.picture, $0.connection) }
        return picture.map { (connection?.settings ?? .init()).orientation(of: $0) } ?? .up
    }

    /// The pictures from the newest on, as the device stores them, for whoever draws: one that is too slow gets the
    /// newest and never an old one. Ends when the layer is let go or the reading task is cancelled.
    ///
    /// A reader that keeps pictures keeps the camera's memory: it has 16 or so, and with all of them held nobody gets any,
    /// a broadcast neither. Copy what is to be kept.
    public func pictures() -> some AsyncSequence<Picture, Never> & Sendable {
        let subscriber = SampleSubscriber(.newest)
        let (picture, connection) = state.state.withLock { ($0.picture, $0.connection) }
        if let picture { subscriber.take(.picture(picture), from: connection) }
        subscribers.add(subscriber)
        return CaptureSampleBuffers(subscriber, hub: subscribers) { sample, _, _ in sample }
            .compactMap { @Sendable sample in sample.picture }
    }

    /// Shows a picture that no session brings, such as a mixer's, on a layer that is in no session.
    ///
    /// - Parameter geometry: how it lies on the sensor; layer and gravity are this layer's own.
    package func show(_ picture: Picture, geometry: PreviewGeometry) {
        state.state.withLock { ($0.picture, $0.connection, $0.manual) = (picture, nil, geometry) }
        subscribers.take(.picture(picture), from: nil)
    }

    // MARK: - Points

    /// Where everything lies now; nil before the first picture.
    public var geometry: PreviewGeometry? {
        let state = state.state.withLock { $0 }
        guard let picture = state.picture else { return nil }
        guard let connection = state.connection else {
            var geometry = state.manual
            geometry?.layer = state.bounds
            geometry?.gravity = state.gravity
            return geometry
        }
        let settings = connection.settings
        return PreviewGeometry(
            layer: state.bounds, camera: picture.format.size, fieldOfView: connection.input.device.fieldOfView,
            orientation: picture.orientation.then(settings.videoOrientation.turn),
            isMirrored: settings.isVideoMirrored, gravity: state.gravity)
    }

    /// Where the picture is drawn on the surface; with `resizeAspectFill` two sides may stand out. Nil before the first
    /// picture, and where nothing shows.
    public var destination: LayerRect? { geometry?.destination }

    /// The point of the sensor at `point` of the surface, 0…1 from the top left of the unturned, unmirrored sensor; nil
    /// where no picture shows.
    public func captureDevicePoint(fromLayerPoint point: LayerPoint) -> SensorPoint? {
        geometry?.captureDevicePoint(fromLayerPoint: point)
    }

    /// Where `point` of the sensor shows on the surface; nil where it does not.
    public func layerPoint(fromCaptureDevicePoint point: SensorPoint) -> LayerPoint? {
        geometry?.layerPoint(fromCaptureDevicePoint: point)
    }
}
