import COnAirPixelKernels
import OnAirMedia

/// The arithmetic between colour descriptions, from the weights of ITU-R BT.601-7 and BT.709-6 and the codes of
/// ITU-T H.273 (8.3): luma 16…235 and chroma 16…240 where limited, 0…255 where full.
enum ColorTransform {
    /// Red, green and blue of 0…255 to `color`.
    static func fromRGB(to color: ColorDescription) -> onair_rgb_matrix {
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

    /// `source` to `destination`.
    static func between(_ source: ColorDescription, _ destination: ColorDescription) -> onair_yuv_matrix {
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
