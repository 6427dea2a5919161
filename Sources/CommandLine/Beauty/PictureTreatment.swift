import OnAirBeauty
import OnAirImages
import OnAirMedia
import OnAirPicture
import OnAirTerminal

/// `onair beauty` with a still picture: read, treated, written.
struct PictureTreatment {
    let options: BeautyOptions
    let steps: [FilterStep]

    /// - Parameter file: where it goes; nothing is written to it unless all is well.
    /// - Throws: whatever of it does not work.
    func run(into file: NewFile) throws {
        let original = try StillPicture.read(options.input)
        guard original.size.width >= 2, original.size.height >= 2 else {
            throw ImageError(.broken, "\(options.input) has \(original.size) pixels.", advice: "Filters need 2x2.")
        }
        if options.layout == .comparison { try Self.checkComparison(of: original.size, called: options.input) }
        let made =
            switch options.layout {
            case .treated: try treated(original)
            case .comparison: try Self.beside(original, treated(original))
            case .sheet: try ContactSheet(of: original).draw()
            }
        let isPNG = options.output.lowercased().hasSuffix(".png")
        // A sheet is for pages: small before exact.
        let quality = options.layout == .sheet ? 70 : 90
        try file.write(isPNG ? ImageWriter.png(made) : ImageWriter.jpeg(made, quality: quality))
    }

    private func treated(_ original: ImageBitmap) throws -> ImageBitmap {
        let filters = try FilterChain.once(steps)
        let time = MediaTime.nanoseconds(Int64((options.time ?? 0) * 1e9))
        let picture = try StillPicture.treated(StillPicture.picture(of: original), by: filters, at: time)
        return try StillPicture.bitmap(of: picture, alphaOf: original)
    }

    /// What is written can be read again.
    private static func checkComparison(of size: PictureSize, called name: String) throws(ImageError) {
        let limits = StillPicture.limits
        guard 2 * size.width > limits.side || 2 * size.width * size.height > limits.pixels else { return }
        throw ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, and two of it beside each other are more than \(limits.side) a side or \(limits.pixels / 1_000_000) megapixels.",
            advice: "Make it smaller, or leave out --compare.")
    }

    private static func beside(_ left: ImageBitmap, _ right: ImageBitmap) -> ImageBitmap {
        let size = PictureSize(
            width: left.size.width + right.size.width, height: max(left.size.height, right.size.height))
        return ImageBitmap(size: size) { pixels, stride in
            left.copy(to: pixels, stride: stride)
            right.copy(to: pixels + 4 * left.size.width, stride: stride)
        }
    }
}

extension FilterChain {
    /// What pictures go through that are treated by `steps` from the first one on.
    ///
    /// - Throws: `FilterError` where a file is unreadable or broken.
    static func once(_ steps: [FilterStep]) throws(FilterError) -> [any PictureFilter] {
        FilterChain().use(try PreparedFilters(steps, loadingPicturesBy: FilterPicture.load))
    }
}

extension ImageBitmap {
    /// Copies all of it to where `target` is the first pixel.
    func copy(to target: UnsafeMutablePointer<UInt8>, stride targetStride: Int) {
        withPixels { pixels in
            for row in 0..<size.height {
                (target + row * targetStride).update(from: pixels + row * stride, count: 4 * size.width)
            }
        }
    }
}
