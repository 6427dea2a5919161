import OnAirMedia

/// Scales I420 pictures of one size to one other size. Owned by one thread; allocates nothing after `init`.
final class I420Scaler {
    private let luma: PlaneScaler
    private let chroma: PlaneScaler

    init(from source: PictureSize, to destination: PictureSize) {
        func half(_ size: PictureSize) -> PictureSize {
            PictureSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        }
        luma = PlaneScaler(from: source, to: destination)
        chroma = PlaneScaler(from: half(source), to: half(destination))
    }

    func scale(_ input: I420Input, into output: I420Output) {
        luma.scale(input.y, stride: input.yStride, into: output.y, stride: output.yStride)
        chroma.scale(input.u, stride: input.uStride, into: output.u, stride: output.uStride)
        chroma.scale(input.v, stride: input.vStride, into: output.v, stride: output.vStride)
    }
}
