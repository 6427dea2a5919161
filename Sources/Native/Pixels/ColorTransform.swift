import COnAirPixelKernels
import OnAirMedia

/// The arithmetic between colour descriptions, from the weights of ITU-R BT.601-7 and BT.709-6 and the codes of
/// ITU-T H.273 (8.3): luma 16…235 and chroma 16…240 where limited, 0…255 where full.
package enum ColorTransform {
    /// Red, green and blue of 0…255 to `color`.
    package static func fromRGB(to color: ColorDescription) -> onair_rgb_matrix {
        let (kr, kb) = weights(color.matrix)
        let (lumaScale, chromaScale, black) = codes(color.range)
        func luma(_ weight: Double) -> Int32 { fixed(weight * lumaScale, 15) }
        func chroma(_ weight: Double) -> Int32 { fixed(weight * chromaScale, 15) }
        let (yRed, yBlue) = (luma(kr), luma(kb))
        let (uRed, uBlue) = (chroma(-kr / (2 * (1 - kb))), chroma(0.5))
        let (vBlue, vRed) = (chroma(-kb / (2 * (1 - kr))), chroma(0.5))
        // The weight of green makes the sum right, so that white and grey are exact.
        let half: Int32 = 1 << 14
        return onair_rgb_matrix(
            y_red: yRed, y_green: fixed(lumaScale, 15) - yRed - yBlue, y_blue: yBlue,
            y_offset: Int32(black) << 15 + half,
            u_red: uRed, u_green: -uRed - uBlue, u_blue: uBlue, u_offset: 128 << 17 + 1 << 16,
            v_red: vRed, v_green: -vRed - vBlue, v_blue: vBlue, v_offset: 128 << 17 + 1 << 16)
    }

    /// Premultiplied red, green and blue of 0…255, with alpha, to premultiplied `color`.
    package static func fromPremultiplied(to color: ColorDescription) -> onair_layer_matrix {
        let plain = fromRGB(to: color)
        let (_, _, black) = codes(color.range)
        // What black and grey are offset by comes in by opacity.
        let grey = fixed(128.0 / 255, 15)
        return onair_layer_matrix(
            y_red: plain.y_red, y_green: plain.y_green, y_blue: plain.y_blue,
            y_alpha: fixed(Double(black) / 255, 15),
            u_red: plain.u_red, u_green: plain.u_green, u_blue: plain.u_blue, u_alpha: grey,
            v_red: plain.v_red, v_green: plain.v_green, v_blue: plain.v_blue, v_alpha: grey)
    }

    /// `color` to red, green and blue of 0…255.
    package static func toRGB(from color: ColorDescription) -> onair_bgra_matrix {
        let (kr, kb) = weights(color.matrix)
        let kg = 1 - kr - kb
        let (lumaScale, chromaScale, black) = codes(color.range)
        let luma = fixed(1 / lumaScale, 14)
        let redOfV = fixed(2 * (1 - kr) / chromaScale, 14)
        let blueOfU = fixed(2 * (1 - kb) / chromaScale, 14)
        let greenOfU = fixed(-kb / kg * 2 * (1 - kb) / chromaScale, 14)
        let greenOfV = fixed(-kr / kg * 2 * (1 - kr) / chromaScale, 14)
        let start = 1 << 13 - luma * Int32(black)
        return onair_bgra_matrix(
            luma: luma, red_v: redOfV, green_u: greenOfU, green_v: greenOfV, blue_u: blueOfU,
            red_offset: start - 128 * redOfV, green_offset: start - 128 * (greenOfU + greenOfV),
            blue_offset: start - 128 * blueOfU)
    }

    /// The codes of `color` in `description`.
    package static func code(of color: PictureColor, in description: ColorDescription) -> (y: UInt8, u: UInt8, v: UInt8)
    {
        let m = fromRGB(to: description)
        let (r, g, b) = (Int32(color.red), Int32(color.green), Int32(color.blue))
        func code(_ sum: Int32, _ bits: Int32) -> UInt8 { UInt8(min(max(sum >> bits, 0), 255)) }
        return (
            code(m.y_red * r + m.y_green * g + m.y_blue * b + m.y_offset, 15),
            code(4 * (m.u_red * r + m.u_green * g + m.u_blue * b) + m.u_offset, 17),
            code(4 * (m.v_red * r + m.v_green * g + m.v_blue * b) + m.v_offset, 17)
        )
    }

    /// The codes between which a sample of `color` lies: of luma and of chroma.
    package static func limits(of color: ColorDescription) -> (luma: ClosedRange<Int>, chroma: ClosedRange<Int>) {
        color.range == .limited ? (16...235, 16...240) : (0...255, 0...255)
    }

    /// `source` to `destination`.
    package static func between(_ source: ColorDescription, _ destination: ColorDescription) -> onair_yuv_matrix {
        let (kr, kb) = weights(source.matrix)
        let kg = 1 - kr - kb
        let (toR, toB) = weights(destination.matrix)
        let toG = 1 - toR - toB
        let (sourceLuma, sourceChroma, sourceBlack) = codes(source.range)
        let (luma, chroma, black) = codes(destination.range)

        // Red, green and blue less luma, for one unit of Cb and of Cr (full swing ±0.5).
        let redOfV = 2 * (1 - kr)
        let blueOfU = 2 * (1 - kb)
        let greenOfU = -kb / kg * blueOfU
        let greenOfV = -kr / kg * redOfV
        // The new luma less the old, for the same.
        let lumaOfU = toG * greenOfU + toB * blueOfU
        let lumaOfV = toR * redOfV + toG * greenOfV
        let uOfU = (blueOfU - lumaOfU) / (2 * (1 - toB))
        let uOfV = -lumaOfV / (2 * (1 - toB))
        let vOfU = -lumaOfU / (2 * (1 - toR))
        let vOfV = (redOfV - lumaOfV) / (2 * (1 - toR))

        let perLuma = luma / sourceLuma
        let (lumaPerChroma, perChroma) = (luma / sourceChroma, chroma / sourceChroma)
        let half: Int32 = 1 << 13
        let (yY, yU, yV) = (
            fixed(perLuma, 14), fixed(lumaOfU * lumaPerChroma, 14), fixed(lumaOfV * lumaPerChroma, 14)
        )
        let (uU, uV) = (fixed(uOfU * perChroma, 14), fixed(uOfV * perChroma, 14))
        let (vU, vV) = (fixed(vOfU * perChroma, 14), fixed(vOfV * perChroma, 14))
        return onair_yuv_matrix(
            y_y: yY, y_u: yU, y_v: yV,
            y_offset: Int32(black) << 14 - yY * Int32(sourceBlack) - (yU + yV) * 128 + half,
            u_u: uU, u_v: uV, u_offset: 128 << 14 - (uU + uV) * 128 + half,
            v_u: vU, v_v: vV, v_offset: 128 << 14 - (vU + vV) * 128 + half)
    }

    /// The weights of red and blue in luma.
    private static func weights(_ matrix: ColorDescription.Matrix) -> (red: Double, blue: Double) {
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        }
    }

    /// Codes from black to white as a part of 0…255, chroma codes likewise, and the code of black.
    private static func codes(_ range: ColorDescription.Range) -> (luma: Double, chroma: Double, black: Int) {
        switch range {
        case .limited: (219.0 / 255, 224.0 / 255, 16)
        case .full: (1, 1, 0)
        }
    }

    private static func fixed(_ value: Double, _ bits: Int32) -> Int32 {
        Int32((value * Double(1 << bits)).rounded())
    }
}
