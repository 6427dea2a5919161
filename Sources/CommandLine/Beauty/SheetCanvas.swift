import OnAirDrawing
import OnAirMedia

/// Paper on which pictures and texts are put.
final class SheetCanvas {
    private let size: PictureSize
    private var pixels: [UInt8]
    private let renderer: Result<TextRenderer, DrawingError>

    init(size: PictureSize) {
        self.size = size
        pixels = [UInt8](repeating: 255, count: 4 * size.width * size.height)
        do throws(DrawingError) {
            renderer = .success(try TextRenderer())
        } catch {
            renderer = .failure(error)
        }
    }

    /// Puts a picture; what stands out is cut.
    func picture(_ bitmap: ImageBitmap, x: Int, y: Int) {
        let (width, height) = (min(bitmap.size.width, size.width - x), min(bitmap.size.height, size.height - y))
        guard x >= 0, y >= 0, width > 0, height > 0 else { return }
        bitmap.withPixels { source in
            for row in 0..<height {
                for column in 0..<width {
                    let from = source + row * bitmap.stride + 4 * column
                    let to = 4 * ((y + row) * size.width + x + column)
                    // Premultiplied, over what is there.
                    let rest = 255 - Int(from[3])
                    for channel in 0..<3 {
                        pixels[to + channel] = UInt8(
                            min(255, Int(from[channel]) + (Int(pixels[to + channel]) * rest + 127) / 255))
                    }
                }
            }
        }
    }

    /// Writes a line of text in black.
    ///
    /// - Throws: `DrawingError` where there is no font.
    func text(_ text: String, x: Int, y: Int, height: Int) throws(DrawingError) {
        let style = TextStyle(
            font: "Sans", extent: .natural(lineHeight: Double(height)), color: DrawingColor(red: 0, green: 0, blue: 0))
        picture(try renderer.get().render(text, style), x: x, y: y)
    }

    /// All of it.
    func bitmap() -> ImageBitmap {
        ImageBitmap(size: size) { target, stride in
            for row in 0..<size.height {
                for index in 0..<4 * size.width { target[row * stride + index] = pixels[row * 4 * size.width + index] }
            }
        }
    }
}
