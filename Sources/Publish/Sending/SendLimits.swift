/// How much may wait for one destination.
public struct SendLimits: Sendable, Hashable {
    /// The most of each track, from its oldest to its newest packet, in milliseconds, at least 1; sound may exceed it
    /// by an eighth, so that where both wait equally long the pictures give way first. Default 2 s.
    public let milliseconds: Int64
    /// The most bytes of both tracks together, at least 1; the newest packet may exceed it. Default 4 MiB.
    public let bytes: Int

    /// Values below 1 mean 1.
    public init(milliseconds: Int64 = 2000, bytes: Int = 4 << 20) {
        self.milliseconds = max(milliseconds, 1)
        self.bytes = max(bytes, 1)
    }

    var soundMilliseconds: Int64 { milliseconds + milliseconds / 8 }
}
