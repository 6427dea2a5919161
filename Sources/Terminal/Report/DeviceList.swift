/// What `onair devices` shows.
public struct DeviceList: Sendable, Equatable {
    /// Something that cannot be used, and what to do.
    public struct Problem: Sendable, Equatable {
        /// Stable across versions, such as `device-denied`.
        public var code: String
        public var message: String
        public var advice: String?

        public init(code: String, message: String, advice: String?) {
            (self.code, self.message, self.advice) = (code, message, advice)
        }
    }

    /// A kind of devices that could not be looked for.
    public struct Backend: Sendable, Equatable {
        public var name: String
        /// `camera` or `microphone`.
        public var kind: String
        public var problem: Problem

        public init(name: String, kind: String, problem: Problem) {
            (self.name, self.kind, self.problem) = (name, kind, problem)
        }
    }

    /// A way in which a camera gives pictures.
    public struct PictureFormat: Sendable, Equatable {
        public var width: Int
        public var height: Int
        public var pixels: String
        /// Frames per second as `30`, `30000/1001`, or `1-60`.
        public var rates: [String]

        public init(width: Int, height: Int, pixels: String, rates: [String]) {
            (self.width, self.height, self.pixels, self.rates) = (width, height, pixels, rates)
        }
    }

    /// A way in which a microphone gives sound.
    public struct SoundFormat: Sendable, Equatable {
        /// Hz.
        public var sampleRate: Int
        public var channels: Int

        public init(sampleRate: Int, channels: Int) { (self.sampleRate, self.channels) = (sampleRate, channels) }
    }

    /// Something that can be set on a camera: one of some words, or a number in a range.
    public struct Control: Sendable, Equatable {
        public enum Value: Sendable, Equatable {
            case word(String, of: [String])
            case number(Double, in: ClosedRange<Double>, unit: String)
            /// It can be pointed somewhere in the picture.
            case point
        }

        public var name: String
        public var value: Value

        public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
    }

    /// A camera or microphone.
    public struct Device: Sendable, Equatable {
        public var id: String
        public var name: String
        /// `front`, `back` or `unspecified`; nil for a microphone.
        public var position: String?
        /// Words of `--camera` or `--mic` that mean this device, such as `auto`.
        public var chosenBy: [String] = []
        /// Why it cannot be opened; nil where it can.
        public var problem: Problem?
        /// Why it would give nothing although it can be opened; nil where it would.
        public var signalProblem: Problem?
        public var pictureFormats: [PictureFormat] = []
        public var soundFormats: [SoundFormat] = []
        public var controls: [Control] = []
        /// Names of the driver's own controls.
        public var driverControls: [String] = []

        public init(id: String, name: String, position: String? = nil) {
            (self.id, self.name, self.position) = (id, name, position)
        }
    }

    /// Nil where they were not asked for.
    public var cameras: [Device]?
    /// Nil where they were not asked for.
    public var microphones: [Device]?
    public var backends: [Backend] = []

    public init() {}
}
