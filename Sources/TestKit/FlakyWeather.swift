/// How bad a flaky way is. Everything random comes from a seed.
public struct FlakyWeather: Sendable {
    /// Milliseconds each piece is late.
    public var delay: Int64 = 0
    /// Up to so many more, at random; pieces stay in order.
    public var jitter: Int64 = 0
    /// After so many bytes on average nothing goes for a while; nil never.
    public var bytesBetweenStalls: Int?
    /// How long that lasts, in milliseconds.
    public var stall: ClosedRange<Int64> = 100...1000
    /// A connection is cut after a random number of bytes in this range; nil never.
    public var bytesUntilReset: ClosedRange<Int>?
    /// Only so many connections are cut, the first ones.
    public var resets = Int.max

    public init() {}
}
