import OnAirMedia

extension H264Encoder {
    /// How the encoder encodes.
    public struct Configuration: Equatable, Sendable {
        /// How much work x264 spends on a picture; each step is roughly half as fast as the one before it.
        public enum Preset: String, Sendable, CaseIterable, Codable {
            case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
        }

        /// What the encoder is tuned for.
        public enum Tuning: String, Sendable, CaseIterable, Codable {
            /// Every picture comes out in the call it went in (x264 `zerolatency`).
            case live
            /// Best quality for the bitrate; pictures come out later and must be flushed.
            case quality
        }

        /// The most a decoder must understand. A fast preset may stay below it: ultrafast never needs more than Baseline.
        public enum Profile: String, Sendable, CaseIterable, Codable { case baseline, main, high }

        /// Size of the pictures; both sides even, 16…8192.
        public var size: PictureSize
        /// The grid the picture indices count on.
        public var frameRate: FrameRate
        /// Average bitrate in bit/s, at least 10 000. It is also the peak rate into the decoder's buffer, so that a scene
        /// that needs more never floods the network.
        public var bitrate: Int
        /// A constant quality instead of a bitrate, for files: x264's rate factor, 1 (hardly a loss) … 51; 18 looks like the
        /// original. Nil, the default, for `bitrate`.
        public var rateFactor: Int?
        /// Length of the decoder's buffer at `bitrate`, in milliseconds, 100…10 000: how long one picture may take on the
        /// network. 1000 lets an IDR picture be about eight times the average picture without starving its neighbours.
        public var bufferMilliseconds = 1000
        /// What the numbers in the pictures mean; written into the stream (VUI).
        public var color: ColorDescription
        /// Default `superfast`: 0.001 SSIM below `veryfast` at about half of its cost.
        public var preset = Preset.superfast
        public var tuning = Tuning.live
        public var profile = Profile.high
        /// Level × 10, such as 31 for 3.1; nil lets x264 choose by size, rate and `bitrate`.
        public var level: Int?
        /// The longest time from one IDR picture to the next; default 2 s.
        public var keyframeInterval = MediaTime(value: 2, timescale: 1)
        /// B pictures in a row, 0…16; needs `tuning` other than live to be of use, and delays every picture.
        public var bidirectionalFrames = 0
        /// Puts the parameter sets into each IDR picture as well: for a stream whose sets have changed on the way, which
        /// not every reader learns from the track format alone (libavformat's parser does not). Default false.
        public var repeatsParameterSets = false
        /// Threads, 1…16. More than one cuts each picture into as many slices under live tuning, which shortens the time
        /// of a picture, and costs a little bitrate. Only one thread promises equal bytes for equal input.
        public var threads = 1

        public init(size: PictureSize, frameRate: FrameRate, bitrate: Int, color: ColorDescription? = nil) {
            self.size = size
            self.frameRate = frameRate
            self.bitrate = bitrate
            self.color = color ?? .stream(for: size)
        }

        /// `keyframeInterval` in whole pictures of `frameRate`, to the nearest, at least 1.
        public var keyframeIntervalFrames: Int {
            let rate = frameRate.framesPerSecond
            let top = Int128(keyframeInterval.value) * Int128(rate.numerator)
            let bottom = Int128(keyframeInterval.timescale) * Int128(rate.denominator)
            return Int(clamping: max(1, (2 * top + bottom) / (2 * bottom)))
        }

        /// The decoder's buffer in bits at `bitrate`.
        public func bufferBits(atBitrate bitrate: Int) -> Int { bitrate / 1000 * bufferMilliseconds }

        /// Throws where a value is out of its range.
        func check() throws(FFmpegError) {
            let sides = 16...8192
            guard sides.contains(size.width), sides.contains(size.height), size.width % 2 == 0, size.height % 2 == 0
            else {
                throw FFmpegError(
                    .configuration, "H.264 cannot be encoded at \(size).",
                    advice: "Both sides must be even and between 16 and 8192.")
            }
            guard bitrate >= 10_000, bitrate <= 1_000_000_000 else {
                throw FFmpegError(
                    .configuration, "\(bitrate) bit/s is no video bitrate.",
                    advice: "Choose between 10000 and 1000000000 bit/s.")
            }
            guard (1...51).contains(rateFactor ?? 1) else {
                throw FFmpegError(
                    .configuration, "A rate factor of \(rateFactor ?? 0) is out of range.", advice: "Choose 1 to 51.")
            }
            guard (100...10_000).contains(bufferMilliseconds) else {
                throw FFmpegError(
                    .configuration, "A decoder buffer of \(bufferMilliseconds) ms is out of range.",
                    advice: "Choose between 100 and 10000 ms.")
            }
            guard (0...16).contains(bidirectionalFrames), (1...16).contains(threads) else {
                throw FFmpegError(
                    .configuration,
                    "\(bidirectionalFrames) B pictures in a row on \(threads) threads is out of range.",
                    advice: "Choose 0 to 16 B pictures and 1 to 16 threads.")
            }
            guard keyframeInterval > .zero, keyframeIntervalFrames <= 100_000 else {
                throw FFmpegError(
                    .configuration, "A keyframe each \(keyframeInterval) is out of range.",
                    advice: "Choose a time above zero; 2 s suits every player.")
            }
            guard let time = Int32(exactly: frameRate.framesPerSecond.numerator), time <= 1_000_000,
                Int32(exactly: frameRate.framesPerSecond.denominator) != nil
            else {
                throw FFmpegError(
                    .configuration, "\(frameRate) pictures a second cannot be written into H.264.",
                    advice: "Choose a rate whose numerator is at most 1000000.")
            }
        }
    }
}
