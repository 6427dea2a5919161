import OnAirJPEG
import OnAirMedia
import OnAirV4L2

/// How a device has been set for what was asked, and what follows from what it granted.
struct V4L2Setup: Sendable {
    let format: V4L2Format
    let layout: V4L2Layout
    /// Where pixels lie in a buffer; nil for compressed pictures.
    let planes: V4L2Planes?
    /// As the driver granted it.
    let frameRate: FrameRate

    /// What pictures are.
    var pictureFormat: PictureFormat {
        PictureFormat(
            size: planes?.size ?? format.size, pixels: layout.pixels,
            color: layout.isCompressed ? .jpeg : format.color.description(isRGB: layout.isRGB))
    }

    enum Failure: Error {
        case driver(V4L2Error)
        case capture(CaptureError)
    }

    /// Sets the device.
    init(
        _ node: V4L2Node, _ request: CameraRequest, isMultiPlanar: Bool, name: String
    ) throws(Failure) {
        guard
            let choice = V4L2Choice(
                of: Self.modes(of: node, sizes: [request.size], isMultiPlanar: isMultiPlanar), for: request)
        else {
            let codes = node.codes(isMultiPlanar: isMultiPlanar).map { "\($0)" }.joined(separator: ", ")
            throw .capture(
                CaptureError(
                    .unusable, "\(name) gives pictures only as \(codes.isEmpty ? "nothing known" : codes).",
                    advice: "Choose another camera."))
        }
        do throws(V4L2Error) {
            format = try node.set(choice.code, choice.size, isMultiPlanar: isMultiPlanar)
        } catch {
            throw .driver(error)
        }
        guard let layout = V4L2Layout(format.code) else {
            throw .capture(
                CaptureError(
                    .unusable, "\(name) was asked for \(choice.code) and gives \(format.code), which cannot be used.",
                    advice: "Choose another camera."))
        }
        guard !format.isFieldwise else {
            throw .capture(
                CaptureError(
                    .unusable,
                    "\(name) gives \(format.size) as fields of interlaced pictures, one by one, which cannot be used.",
                    advice: "Set what feeds it to a progressive format such as 720p or 1080p."))
        }
        self.layout = layout
        planes = layout.isCompressed ? nil : V4L2Planes(format, layout)
        guard layout.isCompressed || planes != nil else {
            throw .capture(
                CaptureError(
                    .unusable,
                    "\(name) grants \(format.size) in \(format.code), but buffers that do not hold such a picture.",
                    advice: "Ask it for another size."))
        }
        frameRate = node.set(choice.frameRate, isMultiPlanar: isMultiPlanar) ?? choice.frameRate
    }

    /// Reserves the device's buffers.
    func stream(_ node: V4L2Node, isMultiPlanar: Bool, count: Int) throws(Failure) -> sending V4L2Stream {
        do throws(V4L2Error) {
            return try V4L2Stream(node, isMultiPlanar: isMultiPlanar, planeCount: format.planes.count, count: count)
        } catch {
            throw .driver(error)
        }
    }

    /// What compressed pictures are decoded by; nil for raw ones.
    func decoder(name: String) throws(Failure) -> sending MJPEGDecoder? {
        guard layout.isCompressed else { return nil }
        do throws(JPEGError) {
            // What the mixer, its slot, a preview and some apps hold; allocated when needed.
            return try MJPEGDecoder(pool: PicturePool(format: pictureFormat, capacity: 12))
        } catch {
            throw .capture(CaptureError(.unusable, "\(name): \(error.message)", advice: "Ask it for another size."))
        }
    }

    /// What the device has; where it lists nothing, what it is set to.
    static func modes(of node: V4L2Node, sizes: [PictureSize], isMultiPlanar: Bool) -> [V4L2Mode] {
        let modes = node.modes(isMultiPlanar: isMultiPlanar, sizes: sizes)
        if modes.isEmpty, node.codes(isMultiPlanar: isMultiPlanar).isEmpty,
            let now = try? node.format(isMultiPlanar: isMultiPlanar)
        {
            return [V4L2Mode(now.code, now.size, [])]
        }
        return modes
    }
}
