import OnAirMedia

/// A level of H.264: what a decoder must be able to hold and to decode in a second (ITU-T H.264, table A-1).
public struct H264Level: Equatable, Sendable {
    /// Level × 10: 31 is level 3.1.
    public let number: Int
    /// Macroblocks (16x16 pixels) a second.
    let macroblockRate: Int
    /// Macroblocks in a picture.
    let pictureMacroblocks: Int
    /// Bitrate in 1000 bit/s, of Baseline and Main; High allows 1.25 times as much.
    let kilobits: Int
    /// Decoder buffer in 1000 bit, of Baseline and Main; High allows 1.25 times as much.
    let bufferKilobits: Int

    /// All levels in ascending order, without 1b.
    public static let all: [H264Level] = [
        (10, 1485, 99, 64, 175), (11, 3000, 396, 192, 500), (12, 6000, 396, 384, 1000), (13, 11880, 396, 768, 2000),
        (20, 11880, 396, 2000, 2000), (21, 19800, 792, 4000, 4000), (22, 20250, 1620, 4000, 4000),
        (30, 40500, 1620, 10000, 10000), (31, 108_000, 3600, 14000, 14000), (32, 216_000, 5120, 20000, 20000),
        (40, 245_760, 8192, 20000, 25000), (41, 245_760, 8192, 50000, 62500), (42, 522_240, 8704, 50000, 62500),
        (50, 589_824, 22080, 135_000, 135_000), (51, 983_040, 36864, 240_000, 240_000),
        (52, 2_073_600, 36864, 240_000, 240_000), (60, 4_177_920, 139_264, 240_000, 240_000),
        (61, 8_355_840, 139_264, 480_000, 480_000), (62, 16_711_680, 139_264, 800_000, 800_000),
    ].map {
        H264Level(
            number: $0.0, macroblockRate: $0.1, pictureMacroblocks: $0.2, kilobits: $0.3, bufferKilobits: $0.4)
    }

    /// The lowest level that allows all of this; nil when none does.
    ///
    /// - Parameters:
    ///   - bitrate: the highest bitrate the stream will have, in bit/s.
    ///   - bufferBits: the largest decoder buffer it will have, in bits.
    ///   - isHigh: whether the profile is High.
    public static func lowest(
        size: PictureSize, frameRate: FrameRate, bitrate: Int, bufferBits: Int, isHigh: Bool
    ) -> H264Level? {
        let (columns, rows) = ((size.width + 15) / 16, (size.height + 15) / 16)
        let picture = columns * rows
        let rate = frameRate.framesPerSecond
        let unit = isHigh ? 1250 : 1000
        return all.first { level in
            picture <= level.pictureMacroblocks
                && columns * columns <= 8 * level.pictureMacroblocks && rows * rows <= 8 * level.pictureMacroblocks
                && Int128(picture) * Int128(rate.numerator)
                    <= Int128(level.macroblockRate) * Int128(rate.denominator)
                && bitrate <= level.kilobits * unit && bufferBits <= level.bufferKilobits * unit
        }
    }
}
