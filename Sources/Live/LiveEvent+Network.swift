import OnAir
import OnAirTerminal

extension LiveEvent.NetworkChange {
    /// A network event in the command's own words.
    init(_ kind: NetworkEvent.Kind, id: String) {
        switch kind {
        case .sendSlow(let milliseconds):
            self.init(
                id: id, kind: "send-slow", value: Double(milliseconds),
                message: "bytes have waited \(milliseconds) ms to be sent", level: .info)
        case .noProgress(let milliseconds):
            self.init(
                id: id, kind: "no-progress", value: Double(milliseconds),
                message: "the server has taken nothing for \(milliseconds) ms", level: .warning)
        case .progressAgain:
            self.init(
                id: id, kind: "progress-again", value: nil, message: "the server takes the program again",
                level: .warning)
        case .bitrateRaised(let bitrate):
            self.init(
                id: id, kind: "bitrate-raised", value: Double(bitrate) / 1000,
                message: "video bitrate raised to \(bitrate / 1000) kbit/s", level: .info)
        case .bitrateLowered(let bitrate):
            self.init(
                id: id, kind: "bitrate-lowered", value: Double(bitrate) / 1000,
                message: "video bitrate lowered to \(bitrate / 1000) kbit/s", level: .info)
        case .frameRateRaised(let rate):
            self.init(
                id: id, kind: "frame-rate-raised", value: rate.double,
                message: "\(rate) frames per second again", level: .warning)
        case .frameRateLowered(let rate):
            self.init(
                id: id, kind: "frame-rate-lowered", value: rate.double,
                message: "only \(rate) frames per second: the network is too slow", level: .warning)
        case .audioDiscontinuous(let packets):
            self.init(
                id: id, kind: "audio-discontinuous", value: Double(packets),
                message: "\(packets) packets of sound were dropped: the network is too slow", level: .warning)
        case .unreachable:
            self.init(
                id: id, kind: "unreachable", value: nil, message: "this machine has no way to the server",
                level: .warning)
        case .reachable:
            self.init(
                id: id, kind: "reachable", value: nil, message: "this machine has a way to the server again",
                level: .warning)
        }
    }
}

extension FrameRate {
    /// Frames per second.
    var double: Double { Double(framesPerSecond.numerator) / Double(framesPerSecond.denominator) }
}
