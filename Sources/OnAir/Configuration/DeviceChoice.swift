import OnAirCapture

/// Which camera or microphone to use.
public enum DeviceChoice: Hashable, Sendable {
    /// The machine's own: the first real device there is when capture starts, else the simulated one. Written `auto`.
    /// That one stays for the whole broadcast: a device that is plugged in later takes nobody's place by itself, and one
    /// that is lost is waited for.
    case automatic
    /// The first camera that looks this way, a real one before a simulated one. Written `front` or `back`.
    case position(CaptureDevice.Position)
    /// The device with this `uniqueID`, such as `pulse:alsa_input.usb-mic` or `simulated:back`; a camera
    /// also by its node, such as `/dev/video0`.
    case device(uniqueID: String)
    /// The built-in simulated device.
    case simulated
    /// A media file, looped and paced in real time.
    case file(path: String)
    /// No such device: a program without that track. Written `none`.
    case off
}

extension DeviceChoice: Codable, LosslessStringConvertible {
    /// Reads `auto`, `front`, `back`, `simulated`, `none`, `file:PATH`, a device's ID, `BACKEND:NAME`, or its node
    /// below `/dev/`; nil for anything else.
    public init?(_ description: String) {
        switch description {
        case "auto": self = .automatic
        case "front": self = .position(.front)
        case "back": self = .position(.back)
        case "simulated": self = .simulated
        case "none": self = .off
        case _ where description.hasPrefix("/dev/"): self = .device(uniqueID: description)
        default:
            let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            self = parts[0] == "file" ? .file(path: String(parts[1])) : .device(uniqueID: description)
        }
    }

    public var description: String {
        switch self {
        case .automatic: "auto"
        case .position(let position): position == .unspecified ? "auto" : position.rawValue
        case .device(let id): id
        case .simulated: "simulated"
        case .file(let path): "file:\(path)"
        case .off: "none"
        }
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let choice = DeviceChoice(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "“\(text)” is not a device: use auto, front, back, simulated, file:PATH, none or"
                        + " a device's ID"))
        }
        self = choice
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
