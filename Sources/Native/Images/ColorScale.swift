import CFFmpeg

/// What the codes of a frame mean in 0…255 (ITU-T H.273, 8.3).
struct ColorScale {
    let redOfCr: Float
    let greenOfCb: Float
    let greenOfCr: Float
    let blueOfCb: Float
    private let lumaOffset: Float
    private let lumaScale: Float
    private let chromaMiddle: Float
    private let chromaScale: Float

    init(_ frame: UnsafeMutablePointer<AVFrame>, depth: Int32) {
        let isBT709 = frame.pointee.colorspace == AVCOL_SPC_BT709
        let (kr, kb): (Float, Float) = isBT709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let kg = 1 - kr - kb
        redOfCr = 2 * (1 - kr)
        blueOfCb = 2 * (1 - kb)
        greenOfCb = 2 * (1 - kb) * kb / kg
        greenOfCr = 2 * (1 - kr) * kr / kg
        let unit = Float(1 << max(depth - 8, 0))
        let top = Float((1 << depth) - 1)
        chromaMiddle = 128 * unit
        if frame.pointee.color_range == AVCOL_RANGE_MPEG, depth >= 8 {
            (lumaOffset, lumaScale, chromaScale) = (16 * unit, 255 / (219 * unit), 255 / (224 * unit))
        } else {
            (lumaOffset, lumaScale, chromaScale) = (0, 255 / top, 255 / top)
        }
    }

    func luma(_ sample: UInt16) -> Float { (Float(sample) - lumaOffset) * lumaScale }
    func chroma(_ sample: Float) -> Float { (sample - chromaMiddle) * chromaScale }
    func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
}
