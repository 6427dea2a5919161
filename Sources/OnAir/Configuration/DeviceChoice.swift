/// Which camera or microphone to use.
public enum DeviceChoice: Hashable, Sendable {
    /// The built-in simulated device.
    case simulated
    /// A media file, looped and paced in real time.
    case file(path: String)
    /// No such device: a program without that track. Written `none`.
    case off
}

extension DeviceChoice: Codable, LosslessStringConvertible {
    /// Reads `simulated`, `none` or `file:PATH`; nil for anything else.
    public init?(_ description: String) {
        switch description {
        case "simulated": self = .simulated
        case "none": self = .off
        default:
            guard description.hasPrefix("file:"), description.utf8.count > 5 else { return nil }
            self = .file(path: String(description.dropFirst(5)))
        }
    }

    public var description: String {
        switch self {
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
                    debugDescription: "“\(text)” is not a device: use simulated, file:PATH or none"))
        }
        self = choice
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension DeviceChoice {
    /// The file it reads; nil for other devices.
    var path: String? {
        if case .file(let path) = self { path } else { nil }
    }
}
