/// Pictures in a second, exact: 30000/1001 is legal and never becomes 29.97.
public struct FrameRate: Hashable, Sendable {
    /// Frames per second; always above zero.
    public let framesPerSecond: Rational

    /// The rate `numerator / denominator` frames per second.
    ///
    /// - Precondition: both are at least 1.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
        precondition(numerator >= 1 && denominator >= 1, "a frame rate is above zero")
        framesPerSecond = Rational(numerator, denominator)
    }

    /// The rate as a fraction; nil where it is not above zero.
    public init?(_ framesPerSecond: Rational) {
        guard framesPerSecond.numerator > 0 else { return nil }
        self.framesPerSecond = framesPerSecond
    }

    /// Where frame `index` lies on the grid: `index / rate` seconds, exact.
    public func time(ofFrame index: Int64) -> MediaTime {
        MediaTime(value: index * framesPerSecond.denominator, timescale: framesPerSecond.numerator)
    }

    /// The length of one frame.
    public var frameDuration: MediaTime { time(ofFrame: 1) }

    /// The last frame that starts at or before `time`; negative before the origin.
    public func frame(atOrBefore time: MediaTime) -> Int64 {
        let top = Int128(time.value) * Int128(framesPerSecond.numerator)
        let bottom = Int128(time.timescale) * Int128(framesPerSecond.denominator)
        let quotient = top / bottom
        return Int64(top % bottom < 0 ? quotient - 1 : quotient)
    }

    /// The first frame that starts at or after `time`.
    public func frame(atOrAfter time: MediaTime) -> Int64 {
        let before = frame(atOrBefore: time)
        return self.time(ofFrame: before) == time ? before : before + 1
    }
}

extension FrameRate: CustomStringConvertible {
    /// `30` or `30000/1001`.
    public var description: String { framesPerSecond.description }
}

extension FrameRate: Codable {
    /// Reads what `description` writes.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let fraction = Rational(text), let rate = FrameRate(fraction) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "“\(text)” is not a frame rate such as 30 or 30000/1001"))
        }
        self = rate
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
