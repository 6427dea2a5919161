import Testing

/// How many pixels a chroma sample stands for, and what ffmpeg calls that.
struct JPEGSubsampling: Sendable, CustomTestStringConvertible {
    var name: String
    var across: Int
    var down: Int
    /// Sampling factors of luma; those of chroma are these divided by `across` and `down`.
    var h: Int
    var v: Int
    var ffmpeg: String
    var testDescription: String { "\(name) \(h)x\(v)" }

    static let s420 = JPEGSubsampling(name: "4:2:0", across: 2, down: 2, h: 2, v: 2, ffmpeg: "yuvj420p")
    static let s422 = JPEGSubsampling(name: "4:2:2", across: 2, down: 1, h: 2, v: 1, ffmpeg: "yuvj422p")
    static let s444 = JPEGSubsampling(name: "4:4:4", across: 1, down: 1, h: 1, v: 1, ffmpeg: "yuvj444p")
    /// As above, with the factors that ffmpeg's own encoder writes.
    static let s422Tall = JPEGSubsampling(name: "4:2:2", across: 2, down: 1, h: 2, v: 2, ffmpeg: "yuvj422p")
    static let s440 = JPEGSubsampling(name: "4:4:0", across: 1, down: 2, h: 1, v: 2, ffmpeg: "yuvj440p")
    static let s411 = JPEGSubsampling(name: "4:1:1", across: 4, down: 1, h: 4, v: 1, ffmpeg: "yuvj411p")
    static let all = [s420, s422, s422Tall, s444, s440, s411]
}
