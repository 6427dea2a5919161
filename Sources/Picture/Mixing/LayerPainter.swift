import OnAirMedia
import OnAirPixels

/// Draws laid-out layers in pictures of one colour. Belongs to one mixer.
final class LayerPainter {
    /// The camera's picture is mirrored once more.
    var isMirrored = false
    private let role: SceneMixer.Role
    private let color: ColorDescription
    private let renderer: LayerRenderer

    init(role: SceneMixer.Role, color: ColorDescription) {
        (self.role, self.color) = (role, color)
        renderer = LayerRenderer(color: color)
    }

    /// Draws one layer.
    ///
    /// - Throws: `PixelError`: it cannot be prepared; the picture is as it was.
    func draw(_ item: MixItem, _ camera: CameraShot?, onto target: inout MutablePicture) throws(PixelError) {
        switch item.content {
        case .camera:
            guard let camera else { return }
            let orientation = (isMirrored ? ImageOrientation.upMirrored : .up).then(item.staged.layer.orientation)
            let origin = LayerCache.Origin(material: nil, stamp: .init(edition: camera.generation))
            try draw(camera.picture, orientation, origin, item, onto: &target)
        case .color(let color): try draw(color, item, onto: &target)
        case .material(let material):
            let origin = LayerCache.Origin(material: ObjectIdentifier(material), stamp: material.stamp)
            let orientation = item.staged.layer.orientation
            switch material.content {
            case .nothing: break
            case .picture(let picture):
                try draw(picture, picture.orientation.then(orientation), origin, item, onto: &target)
            case .images(let sequence):
                let bitmap = sequence.frames[min(material.stamp.frame, sequence.frames.count - 1)].bitmap
                let crop = item.laid.crop.pixels(of: bitmap.size.turned(orientation))
                try draw(bitmap, orientation, origin, item, crop, item.laid.frame, onto: &target)
            case .drawing(let bitmap, let corner, let canvas):
                guard
                    let place = DrawingPlace(
                        bitmap: bitmap.size, origin: corner, canvas: canvas, orientation: orientation, laid: item.laid)
                else { return }
                try draw(bitmap, orientation, origin, item, place.crop, place.frame, onto: &target)
            }
        }
    }

    private func draw(
        _ bitmap: ImageBitmap, _ orientation: ImageOrientation, _ origin: LayerCache.Origin, _ item: MixItem,
        _ crop: PictureRect, _ frame: PictureRect, onto target: inout MutablePicture
    ) throws(PixelError) {
        let layer = try item.staged.cache(of: role).layer(
            .bitmap(bitmap), origin: origin, color: color, part: item.laid.crop, crop: crop, orientation: orientation,
            frame: frame,
            rotation: item.laid.rotation, screen: item.screen, renderer: renderer)
        layer.blend(onto: &target, alpha: item.laid.opacity, blend: item.staged.layer.blend.pixels)
    }

    private func draw(
        _ picture: Picture, _ orientation: ImageOrientation, _ origin: LayerCache.Origin, _ item: MixItem,
        onto target: inout MutablePicture
    ) throws(PixelError) {
        let (laid, cache) = (item.laid, item.staged.cache(of: role))
        let upright = picture.format.size.turned(orientation)
        let crop = laid.crop.pixels(of: upright)
        let blend = item.staged.layer.blend
        if laid.frame == PictureRect(target.format.size), laid.isStraight, laid.opacity == 256, blend == .normal,
            item.screen == nil
        {
            let stored = crop.turned(orientation.inverse, in: upright)
            return try cache.converter.convert(picture, crop: stored, orientation: orientation, into: &target)
        }
        let layer = try cache.layer(
            .picture(picture), origin: origin, color: color, part: item.laid.crop, crop: crop, orientation: orientation,
            frame: laid.frame,
            rotation: laid.rotation, screen: item.screen, renderer: renderer)
        layer.blend(onto: &target, alpha: laid.opacity, blend: blend.pixels)
    }

    private func draw(_ color: LayerColor, _ item: MixItem, onto target: inout MutablePicture) throws(PixelError) {
        let laid = item.laid
        if laid.isStraight, item.staged.layer.blend == .normal {
            let alpha = (laid.opacity * Int(color.alpha) + 127) / 255
            return PictureOperations.fill(&target, laid.frame, with: color.opaque, alpha: alpha)
        }
        let origin = LayerCache.Origin(material: nil, stamp: .init(edition: 0))
        let whole = PictureRect(x: 0, y: 0, width: 1, height: 1)
        try draw(color.pixel, .up, origin, item, whole, laid.frame, onto: &target)
    }
}

extension LayerBlend {
    fileprivate var pixels: PreparedLayer.Blend {
        switch self {
        case .normal: .normal
        case .add: .add
        }
    }
}

extension LayerColor {
    /// Its red, green and blue.
    var opaque: PictureColor { PictureColor(red: red, green: green, blue: blue) }

    /// One pixel of it.
    fileprivate var pixel: ImageBitmap {
        func premultiplied(_ value: UInt8) -> UInt8 { UInt8((Int(value) * Int(alpha) + 127) / 255) }
        return ImageBitmap(size: PictureSize(width: 1, height: 1)) { pixels, _ in
            (pixels[0], pixels[1]) = (premultiplied(blue), premultiplied(green))
            (pixels[2], pixels[3]) = (premultiplied(red), alpha)
        }
    }
}
