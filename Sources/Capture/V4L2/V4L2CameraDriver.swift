import OnAirMedia
import OnAirV4L2

/// A camera that the kernel has a V4L2 node for: webcams, capture cards, laptop cameras.
///
/// Known by what `V4L2Identity` says, so that it is the same camera on whatever node it comes back; the node is
/// looked up each time it is opened. Listing it and looking at its formats start nothing.
public final class V4L2CameraDriver: CameraDriver {
    public let uniqueID: String
    /// As the device calls itself.
    public let localizedName: String
    /// `front` or `back` where the driver knows how it is built in; else `unspecified`.
    public let position: CaptureDevice.Position

    private let directory: V4L2Directory
    private let shelf: V4L2NodeShelf
    private let panel: V4L2CameraControls
    /// What the device can give, and for which node that was asked.
    private let listed = Lock<(generation: V4L2Directory.Key, formats: [CaptureFormat])?>(nil)

    /// Of devices that take any size, these are told.
    private static let usualSizes = [
        (320, 180), (320, 240), (640, 360), (640, 480), (960, 540), (1280, 720), (1920, 1080), (3840, 2160),
    ].map { PictureSize(width: $0, height: $1) }

    package init(_ found: V4L2Found, in directory: V4L2Directory) {
        let (id, name) = (found.uniqueID, found.identity.card)
        (uniqueID, localizedName, position, self.directory) = (id, name, found.position, directory)
        let shelf = V4L2NodeShelf { () throws(CaptureError) in
            guard let found = directory.camera(id) else { throw CaptureError(missing: name) }
            return try directory.open(found)
        }
        self.shelf = shelf
        panel = V4L2CameraControls(
            name: name, device: { directory.camera(id)?.generation },
            node: { () throws(CaptureError) in try shelf.node() })
    }

    /// Sizes and rates that can be used, of all its pixel formats; JPEG counts as I420, which it is decoded to.
    /// Empty where it cannot be opened.
    public var formats: [CaptureFormat] {
        guard let found = directory.camera(uniqueID) else { return listed.withLock { $0?.formats } ?? [] }
        let known = listed.withLock { $0 }
        if let known, known.generation == found.generation { return known.formats }
        guard let node = try? shelf.node() else { return [] }
        let formats = Self.formats(of: node, isMultiPlanar: found.isMultiPlanar)
        listed.withLock { $0 = (found.generation, formats) }
        return formats
    }

    public var isConnected: Bool { directory.camera(uniqueID) != nil }

    public var authorization: CaptureAuthorization {
        directory.camera(uniqueID).map(directory.authorization(of:)) ?? .authorized
    }

    public var absence: CaptureError { CaptureError(missing: localizedName) }

    public var signalProblem: CaptureError? {
        guard let trouble = (try? shelf.node())?.inputTrouble else { return nil }
        return CaptureError(
            .unusable, "\(localizedName) has \(trouble) at its input.",
            advice: "Check the cable and switch on what feeds it.")
    }

    public var capabilities: CameraCapabilities { panel.capabilities }
    public var settings: CameraSettings { panel.settings }
    public var fieldOfView: SensorRect { panel.fieldOfView }
    public var controls: [CaptureControl] { panel.controls }

    public func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        try panel.apply(controls, of: settings)
    }

    public func setControls(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome] {
        try panel.setControls(changes)
    }

    /// Opens the camera with the mode that `V4L2Choice` finds for `request`; what the driver makes of it is what the
    /// source says. Pictures flow once the source is prepared or started.
    public func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        guard let found = directory.camera(uniqueID) else { throw absence }
        let node = try directory.open(found)
        do throws(V4L2Setup.Failure) {
            let setup = try V4L2Setup(node, request, isMultiPlanar: found.isMultiPlanar, name: localizedName)
            let stream = try setup.stream(node, isMultiPlanar: found.isMultiPlanar, count: V4L2Camera.bufferCount)
            shelf.put(node)
            let panel = panel
            return V4L2Camera(
                setup, stream, try setup.decoder(name: localizedName), name: localizedName, mounting: node.mounting,
                fieldOfView: { panel.fieldOfView }, lettingGo: { panel.letGo() })
        } catch {
            switch error {
            case .driver(let error): throw directory.refusal(error, of: found)
            case .capture(let error): throw error
            }
        }
    }

    private static func formats(of node: V4L2Node, isMultiPlanar: Bool) -> [CaptureFormat] {
        var order: [VideoCaptureFormat] = []
        for mode in V4L2Setup.modes(of: node, sizes: usualSizes, isMultiPlanar: isMultiPlanar) {
            guard let layout = V4L2Layout(mode.code) else { continue }
            var rates = mode.rates.map { VideoCaptureFormat.RateRange($0.slowest, $0.fastest) }
            // Where the driver does not tell, the rate it is set to, or what most have.
            if rates.isEmpty { rates = [.init(node.rate(isMultiPlanar: isMultiPlanar) ?? FrameRate(30))] }
            if let place = order.firstIndex(where: { $0.size == mode.size && $0.pixels == layout.pixels }) {
                let more = rates.filter { !order[place].rates.contains($0) }
                order[place] = VideoCaptureFormat(
                    size: mode.size, pixels: layout.pixels, rates: order[place].rates + more)
            } else {
                order.append(VideoCaptureFormat(size: mode.size, pixels: layout.pixels, rates: rates))
            }
        }
        return order.map { .video($0) }
    }
}

extension CaptureError {
    /// The camera `name` is not there.
    init(missing name: String) {
        self.init(.missing, "\(name) is not connected.", advice: "Connect it, or choose another device.")
    }
}
