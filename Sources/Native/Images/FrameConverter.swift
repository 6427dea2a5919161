import CFFmpeg
import OnAirMedia

/// Turns a decoded frame of any layout with whole numbers for samples into a bitmap.
///
/// Chroma of half resolution lies in the middle of its pixels, as JPEG has it, and is interpolated linearly. Luma and
/// chroma are full range where the frame does not say otherwise, and BT.601 where it does not say BT.709.
struct FrameConverter {
    /// Where the samples of a pixel come from.
    private enum Layout { case palette, rgb, gray, yuv }

    private let frame: UnsafeMutablePointer<AVFrame>
    private let description: UnsafePointer<AVPixFmtDescriptor>
    private let layout: Layout
    private let alphaIndex: Int32?
    private let size: PictureSize

    /// Nil for layouts with fractions, of sensors, of graphics cards.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        let format = AVPixelFormat(frame.pointee.format)
        guard let description = av_pix_fmt_desc_get(format), format != AV_PIX_FMT_XYZ12LE, format != AV_PIX_FMT_XYZ12BE,
            frame.pointee.data.0 != nil
        else { return nil }
        let flags = Int32(truncatingIfNeeded: description.pointee.flags)
        let refused = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER
        guard flags & refused == 0, description.pointee.comp.0.depth <= 16 else { return nil }
        let components = Int32(description.pointee.nb_components)
        if flags & AV_PIX_FMT_FLAG_PAL != 0 {
            layout = .palette
        } else if flags & AV_PIX_FMT_FLAG_RGB != 0, components >= 3 {
            layout = .rgb
        } else {
            layout = components <= 2 ? .gray : .yuv
        }
        alphaIndex = flags & AV_PIX_FMT_FLAG_ALPHA != 0 && layout != .palette ? components - 1 : nil
        self.frame = frame
        self.description = description
        size = PictureSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    }

    /// The frame as premultiplied BGRA.
    func bitmap() -> ImageBitmap {
        ImageBitmap(size: size) { target, stride in
            var rows = Rows(width: size.width, height: size.height, description: description.pointee, frame: frame)
            for row in 0..<size.height {
                let pixels = target + row * stride
                switch layout {
                case .palette: writePalette(row, &rows, pixels)
                case .rgb: writeRGB(row, &rows, pixels)
                case .gray: writeGray(row, &rows, pixels)
                case .yuv: writeYUV(row, &rows, pixels)
                }
                if let alphaIndex { rows.readEighths(alphaIndex, row) { pixels[4 * $0 + 3] = $1 } }
                premultiply(pixels)
            }
        }
    }

    private func writePalette(_ row: Int, _ rows: inout Rows, _ pixels: UnsafeMutablePointer<UInt8>) {
        guard let palette = frame.pointee.data.1 else { return }
        // Native-endian ARGB: blue first here.
        rows.read(0, row) { column, index in
            (pixels + 4 * column).update(from: palette + 4 * Int(index & 255), count: 4)
        }
    }

    private func writeRGB(_ row: Int, _ rows: inout Rows, _ pixels: UnsafeMutablePointer<UInt8>) {
        for component in 0..<Int32(3) {
            let channel = 2 - Int(component)
            rows.readEighths(component, row) { pixels[4 * $0 + channel] = $1 }
        }
        for column in 0..<size.width { pixels[4 * column + 3] = 255 }
    }

    private func writeGray(_ row: Int, _ rows: inout Rows, _ pixels: UnsafeMutablePointer<UInt8>) {
        let scale = ColorScale(frame, depth: description.pointee.comp.0.depth)
        let isInverted = frame.pointee.format == AV_PIX_FMT_MONOWHITE.rawValue
        rows.read(0, row) { column, sample in
            let value = scale.byte(scale.luma(sample))
            let gray = isInverted ? 255 - value : value
            for channel in 0..<3 { pixels[4 * column + channel] = gray }
            pixels[4 * column + 3] = 255
        }
    }

    private func writeYUV(_ row: Int, _ rows: inout Rows, _ pixels: UnsafeMutablePointer<UInt8>) {
        let scale = ColorScale(frame, depth: description.pointee.comp.0.depth)
        rows.readYUV(row) { column, sample, blue, red in
            let luma = scale.luma(sample)
            let (cb, cr) = (scale.chroma(blue), scale.chroma(red))
            pixels[4 * column] = scale.byte(luma + scale.blueOfCb * cb)
            pixels[4 * column + 1] = scale.byte(luma - scale.greenOfCb * cb - scale.greenOfCr * cr)
            pixels[4 * column + 2] = scale.byte(luma + scale.redOfCr * cr)
            pixels[4 * column + 3] = 255
        }
    }

    private func premultiply(_ pixels: UnsafeMutablePointer<UInt8>) {
        for column in 0..<size.width {
            let pixel = pixels + 4 * column
            let alpha = Int(pixel[3])
            guard alpha != 255 else { continue }
            for channel in 0..<3 { pixel[channel] = UInt8((Int(pixel[channel]) * alpha + 127) / 255) }
        }
    }
}
