import CSDL
import OnAirMedia

/// The memory of a window's renderer for pictures of one format. Belongs to the main thread.
final class PictureTexture {
    let format: PictureFormat
    private let texture: OpaquePointer
    private let renderer: OpaquePointer

    /// - Throws: `SDLError` for another format than I420, or where the renderer has no room.
    init(_ format: PictureFormat, renderer: OpaquePointer) throws(SDLError) {
        guard format.pixels == .i420 else {
            throw SDLError(
                .refused, "The window shows I420 pictures; one of \(format.pixels.rawValue) came.",
                advice: "Convert it first.")
        }
        // Read when the texture is made or filled, and one for the process.
        SDL_SetYUVConversionMode(Self.conversion(format.color))
        guard
            let texture = SDL_CreateTexture(
                renderer, onair_sdl_iyuv, Int32(onair_sdl_streaming), Int32(format.size.width),
                Int32(format.size.height))
        else { throw SDLError.refused("has no room for a picture of \(format.size)") }
        (self.format, self.renderer, self.texture) = (format, renderer, texture)
    }

    deinit { SDL_DestroyTexture(texture) }

    /// SDL has no full range but that of JPEG, which is BT.601; programs are of limited range.
    private static func conversion(_ color: ColorDescription) -> SDL_YUV_CONVERSION_MODE {
        switch (color.matrix, color.range) {
        case (.bt601, .full): SDL_YUV_CONVERSION_JPEG
        case (.bt601, .limited): SDL_YUV_CONVERSION_BT601
        case (.bt709, _): SDL_YUV_CONVERSION_BT709
        }
    }

    func update(_ picture: Picture) throws(SDLError) {
        let result = picture.withPlane(0) { luma in
            picture.withPlane(1) { cb in
                picture.withPlane(2) { cr in
                    SDL_UpdateYUVTexture(
                        texture, nil, luma.base, Int32(luma.stride), cb.base, Int32(cb.stride), cr.base,
                        Int32(cr.stride))
                }
            }
        }
        guard result == 0 else { throw SDLError.refused("takes no picture") }
    }

    /// Fills `rectangle` with the picture, turned by `orientation`.
    func draw(in rectangle: LayerRect, orientation: ImageOrientation) {
        var place = SDL_FRect(rectangle)
        guard orientation != .up else {
            SDL_RenderCopyF(renderer, texture, nil, &place)
            return
        }
        // SDL mirrors, then turns about the middle of a rectangle that is given as it lies before.
        if orientation.quarterTurns % 2 == 1 {
            place = SDL_FRect(
                LayerRect(
                    x: rectangle.x + (rectangle.width - rectangle.height) / 2,
                    y: rectangle.y + (rectangle.height - rectangle.width) / 2, width: rectangle.height,
                    height: rectangle.width))
        }
        SDL_RenderCopyExF(
            renderer, texture, nil, &place, Double(orientation.quarterTurns) * 90, nil,
            orientation.isMirrored ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE)
    }
}
