import COnAirJPEGMaker
import Foundation
import OnAirMedia
import OnAirTestKit

/// A compressed picture made for a test: waves with grain, coded as asked.
struct CodedPicture {
    var bytes: [UInt8]
    let size: PictureSize

    init(
        _ size: PictureSize, _ subsampling: JPEGSubsampling = .s422, seed: UInt64 = 1, grain: Int = 6,
        _ change: (inout onair_jpeg_recipe) -> Void = { _ in }
    ) {
        var recipe = onair_jpeg_recipe()
        recipe.width = Int32(size.width)
        recipe.height = Int32(size.height)
        recipe.components = 3
        (recipe.h, recipe.v) = (Int32(subsampling.h), Int32(subsampling.v))
        recipe.ch = Int32(subsampling.h / subsampling.across)
        recipe.cv = Int32(subsampling.v / subsampling.down)
        recipe.quality = 85
        change(&recipe)
        var planes = Self.plane(size, channel: 0, seed: seed, grain: grain)
        for channel in 1..<max(1, Int(recipe.components)) {
            let isFull = recipe.components == 4
            let part = PictureSize(
                width: isFull ? size.width : (size.width * Int(recipe.ch) + Int(recipe.h) - 1) / Int(recipe.h),
                height: isFull ? size.height : (size.height * Int(recipe.cv) + Int(recipe.v) - 1) / Int(recipe.v))
            planes += Self.plane(part, channel: channel, seed: seed + UInt64(channel), grain: grain)
        }
        let capacity = 4096 + 8 * planes.count
        bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = buffer.baseAddress.map { onair_jpeg_make(&recipe, planes, $0, capacity) } ?? 0
        }
        self.size = size
    }

    /// Index of the first byte of the code itself, behind the header of the first scan.
    var codeStart: Int {
        var at = 2
        while at + 4 <= bytes.count {
            let length = 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
            if bytes[at + 1] == 0xDA { return at + length }
            at += length
        }
        return bytes.count
    }

    /// Index of the first marker `code`, from its 0xFF on.
    func marker(_ code: UInt8) -> Int? {
        (2..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == code }
    }

    private static func plane(_ size: PictureSize, channel: Int, seed: UInt64, grain: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let phase = Double(channel) * 1.7
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (a, b) = (Double(x) / 11 + phase, Double(y) / 7 - phase)
                let wave = 128 + 70 * sin(a) * cos(b) + 25 * sin((a + 2 * b) / 3)
                let noise = grain == 0 ? 0 : Int(generator.next() % UInt64(2 * grain + 1)) - grain
                bytes.append(UInt8(min(max(Int(wave) + noise, 0), 255)))
            }
        }
        return bytes
    }
}
