import COnAirPixelKernels
import CYUV
import OnAirMedia

/// How pictures of one kind become an opaque layer at one kind of place: the steps, and the memory between them. Owned
/// by one thread; allocates nothing after `init`.
///
/// Luma is exact to the pixel wherever crop and frame begin. Chroma is sampled where the layer's blocks lie, between the
/// picture's own samples where that is needed.
final class PictureLayerPlan {
    struct Request: Equatable {
        var source: PictureFormat
        /// Of the picture as it is stored; inside it.
        var crop: PictureRect
        var orientation: ImageOrientation
        /// Where the layer's frame lies in its grid, and its size.
        var frame: PictureRect
        var color: ColorDescription
    }

    let request: Request
    /// What is read: the crop, out to where chroma samples begin.
    private let region: PictureRect
    private let reader: I420Reader
    private let recoloring: onair_yuv_matrix?
    /// The region as I420, where the source is something else.
    private let read: I420Output?
    private let luma: PlaneScaler
    private let chroma: PlaneScaler
    /// Whether the region is the layer, sample for sample.
    private let isDirect: Bool
    /// The frame and the blocks of the grid before turning.
    private let unturned: PictureSize
    private let unturnedBlocks: PictureSize
    private let between: ScratchMemory

    /// - Parameter scratch: used by no other plan from now on; whoever runs this keeps it.
    init(_ request: Request, _ scratch: ConversionScratch) {
        self.request = request
        between = scratch.between
        let (crop, frame) = (request.crop, request.frame)
        let shared = request.source.pixels.sharesChroma
        let (x, y) = (shared.columns ? crop.x & ~1 : crop.x, shared.rows ? crop.y & ~1 : crop.y)
        region = PictureRect(x: x, y: y, width: crop.maxX - x, height: crop.maxY - y)
        reader = I420Reader(pixels: request.source.pixels, destination: request.color)
        recoloring =
            shared.isRGB || request.source.color == request.color
            ? nil : ColorTransform.between(request.source.color, request.color)

        let grid = PictureSize(width: (frame.maxX + 1) & ~1, height: (frame.maxY + 1) & ~1)
        let back = request.orientation.inverse
        let inset = frame.turned(back, in: grid)
        unturned = inset.size
        let unturnedGrid = grid.turned(back)
        unturnedBlocks = PictureSize(width: unturnedGrid.width / 2, height: unturnedGrid.height / 2)
        luma = PlaneScaler(from: crop.size, to: unturned)
        let across = Self.chromaAxis(crop.x - x, crop.width, inset.x, inset.width, unturnedGrid.width)
        let down = Self.chromaAxis(crop.y - y, crop.height, inset.y, inset.height, unturnedGrid.height)
        let regionBlocks = PictureSize(width: (region.width + 1) / 2, height: (region.height + 1) / 2)
        chroma =
            across == nil && down == nil
            ? PlaneScaler(from: regionBlocks, to: unturnedBlocks)
            : PlaneScaler(
                across ?? AxisFilter(from: regionBlocks.width, to: unturnedBlocks.width),
                down ?? AxisFilter(from: regionBlocks.height, to: unturnedBlocks.height))
        isDirect =
            request.orientation == .up && frame.x == 0 && frame.y == 0 && region == crop && luma.isIdentity
            && chroma.isIdentity
        let isI420 = request.source.pixels == .i420
        read = isI420 || isDirect ? nil : scratch.read.picture(region.size)
        if request.orientation != .up {
            _ = between.reserve(
                unturned.width * unturned.height + 2 * unturnedBlocks.width * unturnedBlocks.height)
        }
    }

    /// Chroma along one axis: `length` pixels from `offset` (0 or 1) on become `newLength` from `inset` (0 or 1) on, of a
    /// grid of `side`. Nil where all samples become all samples.
    private static func chromaAxis(_ offset: Int, _ length: Int, _ inset: Int, _ newLength: Int, _ side: Int)
        -> AxisFilter?
    {
        let isWhole = offset == 0 && inset == 0 && length.isMultiple(of: 2) && newLength.isMultiple(of: 2)
        if isWhole { return nil }
        return AxisFilter(
            from: (offset + length + 1) / 2, to: side / 2,
            AxisWindow(start: offset * newLength - inset * length, step: 2 * length, unit: 2 * newLength))
    }

    /// Prepares one picture: writes luma of the frame and chroma of all blocks.
    func run(from source: SourcePlanes, into planes: LayerPlanes) throws(PixelError) {
        let frame = request.frame
        let output = I420Output(planes, size: PictureSize(width: frame.maxX, height: frame.maxY))
        let start = frame.y * planes.stride + frame.x
        if isDirect && request.source.pixels != .i420 {
            try reader.read(source, x: region.x, y: region.y, into: output)
        } else {
            var input = I420Input(source, region)
            if let target = read {
                try reader.read(source, x: region.x, y: region.y, into: target)
                input = I420Input(target)
            }
            let crop = request.crop
            let y = input.y + (crop.y - region.y) * input.yStride + crop.x - region.x
            if request.orientation == .up {
                luma.scale(y, stride: input.yStride, into: planes.y + start, stride: planes.stride)
                chroma.scale(input.u, stride: input.uStride, into: planes.u, stride: planes.chromaStride)
                chroma.scale(input.v, stride: input.vStride, into: planes.v, stride: planes.chromaStride)
            } else {
                try turn(luma, y, input.yStride, unturned, into: planes.y + start, planes.stride)
                try turn(chroma, input.u, input.uStride, unturnedBlocks, into: planes.u, planes.chromaStride)
                try turn(chroma, input.v, input.vStride, unturnedBlocks, into: planes.v, planes.chromaStride)
            }
        }
        // What lies in the grid around the frame is changed with it and never shown.
        if let recoloring { I420Transform.recolor(I420Input(output), recoloring, into: output) }
    }

    private func turn(
        _ scaler: PlaneScaler, _ input: UnsafePointer<UInt8>, _ stride: Int, _ size: PictureSize,
        into output: UnsafeMutablePointer<UInt8>, _ newStride: Int
    ) throws(PixelError) {
        var (turning, turningStride) = (input, stride)
        if !scaler.isIdentity {
            scaler.scale(input, stride: stride, into: between.bytes, stride: size.width)
            (turning, turningStride) = (UnsafePointer(between.bytes), size.width)
        }
        try PlaneTransform.turn(
            turning, turningStride, size.width, size.height, request.orientation, into: output, newStride)
    }
}

extension PixelFormat {
    /// Whether neighbours in a row, and in a column, share a chroma sample; and whether there is no chroma at all.
    fileprivate var sharesChroma: (columns: Bool, rows: Bool, isRGB: Bool) {
        switch self {
        case .i420, .nv12, .nv21: (true, true, false)
        case .i422, .yuyv, .uyvy, .yvyu: (true, false, false)
        case .i444: (false, false, false)
        case .bgra, .rgba, .bgr24, .rgb24: (false, false, true)
        }
    }
}
