import OnAirMedia

extension CaptureSession {
    /// Picture size and quality of a session's camera in one word.
    public enum Preset: String, CaseIterable, Hashable, Sendable, Codable {
        case cif352x288
        case vga640x480
        case iFrame960x540
        case hd1280x720
        case hd1920x1080
        /// The largest pictures the camera gives at 30 frames per second or more.
        case high
        /// Whatever the device's `activeFormat` says; without one, as `high`. A session reports it while there is one.
        case inputPriority

        /// The picture size; nil for `high` and `inputPriority`.
        public var size: PictureSize? {
            switch self {
            case .cif352x288: PictureSize(width: 352, height: 288)
            case .vga640x480: PictureSize(width: 640, height: 480)
            case .iFrame960x540: PictureSize(width: 960, height: 540)
            case .hd1280x720: PictureSize(width: 1280, height: 720)
            case .hd1920x1080: PictureSize(width: 1920, height: 1080)
            case .high, .inputPriority: nil
            }
        }

        /// Whether `device` has pictures of this size; of a device that does not tell its formats everything is asked.
        func isSupported(by device: CaptureDevice) -> Bool {
            let formats = device.formats.compactMap(\.video)
            guard let size, !formats.isEmpty else { return true }
            return formats.contains { $0.size == size }
        }

        /// What to ask of `device`: its active format where it has one, else this preset at 30 frames per second or the
        /// rate nearest to it.
        func request(of device: CaptureDevice) -> CameraRequest {
            let (formats, choice) = (device.formats.compactMap(\.video), device.choice)
            let fitting = formats.filter { format in
                choice.frameRate.map { rate in format.rates.contains { $0.nearest(to: rate) == rate } } ?? true
            }
            let format = choice.format ?? best(of: fitting) ?? best(of: formats)
            let rate = choice.frameRate ?? format.map { Self.rate(of: $0) } ?? Self.usualRate
            let size = format?.size ?? size ?? Self.usualSize
            return CameraRequest(size: size, frameRate: rate, pixels: choice.format?.pixels)
        }

        private static let usualRate = FrameRate(30)
        private static let usualSize = PictureSize(width: 1280, height: 720)

        private func best(of formats: [VideoCaptureFormat]) -> VideoCaptureFormat? {
            if let size {
                return formats.filter { $0.size == size }.min { left, right in
                    abs(Self.rate(of: left).distance(to: Self.usualRate))
                        < abs(Self.rate(of: right).distance(to: Self.usualRate))
                }
            }
            let fast = formats.filter { Self.rate(of: $0).framesPerSecond >= Self.usualRate.framesPerSecond }
            return (fast.isEmpty ? formats : fast).max { left, right in
                left.size.width * left.size.height < right.size.width * right.size.height
            }
        }

        private static func rate(of format: VideoCaptureFormat) -> FrameRate {
            let rates = format.rates.map { $0.nearest(to: usualRate) }
            return rates.min { abs($0.distance(to: usualRate)) < abs($1.distance(to: usualRate)) } ?? usualRate
        }
    }
}

extension FrameRate {
    fileprivate func distance(to other: FrameRate) -> Double {
        other.framesPerSecond.doubleValue - framesPerSecond.doubleValue
    }
}
