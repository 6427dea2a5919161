import COnAirPixelKernels
import OnAirMedia

/// The steps of one kind of conversion and the memory between them. Owned by one thread.
final class ConversionPlan {
    /// What is converted to what.
    struct Request: Equatable {
        var source: PictureFormat
        var crop: PictureRect
        var orientation: ImageOrientation
        var destination: PictureFormat
    }

    let request: Request
    private let crop: PictureRect
    private let reader: I420Reader
    private let recoloring: onair_yuv_matrix?
    private let scaler: I420Scaler?
    private let scalesFirst: Bool
    /// The cut part as I420, where it is not I420 already and not yet the result.
    private let read: I420Output?
    /// Between scaling and turning, where both are done.
    private let between: I420Output?

    /// - Parameter scratch: used by no other plan from now on; whoever runs this keeps it.
    init(_ request: Request, _ scratch: ConversionScratch) throws(PixelError) {
        guard request.destination.pixels == .i420 else { throw .unsupportedDestination(request.destination.pixels) }
        self.request = request
        crop = try Self.aligned(request.crop, in: request.source)
        reader = I420Reader(pixels: request.source.pixels, destination: request.destination.color)
        recoloring =
            request.source.pixels.isRGB || request.source.color == request.destination.color
            ? nil : ColorTransform.between(request.source.color, request.destination.color)

        let size = request.destination.size
        let unturned = size.turned(request.orientation.inverse)
        let (scales, turns) = (crop.size != unturned, request.orientation != .up)
        // Turning costs by the pixel, so it is done on the smaller side of the scaling.
        scalesFirst = crop.width * crop.height >= size.width * size.height
        read = request.source.pixels != .i420 && (scales || turns) ? scratch.read.picture(crop.size) : nil
        if scales {
            let turned = crop.size.turned(request.orientation)
            scaler =
                turns && !scalesFirst
                ? I420Scaler(from: turned, to: size) : I420Scaler(from: crop.size, to: unturned)
            between = turns ? scratch.between.picture(scalesFirst ? unturned : turned) : nil
        } else {
            scaler = nil
            between = nil
        }
    }

    /// Converts one picture.
    func run(from source: SourcePlanes, into output: I420Output) throws(PixelError) {
        let turns = request.orientation != .up
        if scaler == nil && !turns { return try runInPlace(from: source, into: output) }

        var input = I420Input(source, crop)
        if let target = read {
            try reader.read(source, x: crop.x, y: crop.y, into: target)
            input = I420Input(target)
        }
        if let scaler, let target = between {
            if scalesFirst {
                scaler.scale(input, into: target)
                try I420Transform.turn(I420Input(target), request.orientation, into: output)
            } else {
                try I420Transform.turn(input, request.orientation, into: target)
                scaler.scale(I420Input(target), into: output)
            }
        } else if let scaler {
            scaler.scale(input, into: output)
        } else {
            try I420Transform.turn(input, request.orientation, into: output)
        }
        if let recoloring { I420Transform.recolor(I420Input(output), recoloring, into: output) }
    }

    /// Neither scaled nor turned: straight into the destination.
    private func runInPlace(from source: SourcePlanes, into output: I420Output) throws(PixelError) {
        guard let recoloring else { return try reader.read(source, x: crop.x, y: crop.y, into: output) }
        guard request.source.pixels != .i420 else {
            return I420Transform.recolor(I420Input(source, crop), recoloring, into: output)
        }
        // A band at a time, so that it is still in the cache when its colour is changed.
        let bandRows = 16
        for row in stride(from: 0, to: crop.height, by: bandRows) {
            let band = output.band(firstRow: row, rows: min(bandRows, crop.height - row))
            try reader.read(source, x: crop.x, y: crop.y + row, into: band)
            I420Transform.recolor(I420Input(band), recoloring, into: band)
        }
    }

    /// The part of `crop` inside the picture, its origin on a chroma sample.
    private static func aligned(_ crop: PictureRect, in source: PictureFormat) throws(PixelError) -> PictureRect {
        guard source.size.width > 0, source.size.height > 0, var part = crop.clipped(to: source.size) else {
            throw .cropOutside(crop, source.size)
        }
        switch source.pixels {
        case .i420, .nv12, .nv21:
            part.x &= ~1
            part.y &= ~1
        case .i422, .yuyv, .uyvy, .yvyu: part.x &= ~1
        case .i444, .bgra, .rgba, .bgr24, .rgb24: break
        }
        return part
    }
}

extension PixelFormat {
    /// Red, green and blue rather than luma and chroma.
    fileprivate var isRGB: Bool {
        switch self {
        case .bgra, .rgba, .bgr24, .rgb24: true
        case .i420, .nv12, .nv21, .i422, .i444, .yuyv, .uyvy, .yvyu: false
        }
    }
}

extension PictureRect {
    fileprivate func clipped(to size: PictureSize) -> PictureRect? { intersection(PictureRect(size)) }
}
