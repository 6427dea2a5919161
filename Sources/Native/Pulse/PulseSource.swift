import OnAirMedia

/// One source of a sound server, as the server describes it.
public struct PulseSource: Hashable, Sendable {
    /// The name that stays the same across restarts, such as `alsa_input.usb-…`.
    public let name: String
    /// The name for people.
    public let description: String
    /// The number it has until it or the server goes away.
    public let index: UInt32
    /// Samples per second.
    public let sampleRate: Int
    /// Channels, at least 1.
    public let channels: Int
    /// Where each channel belongs, in libpulse's numbers; empty where that is not known.
    package let channelPositions: [Int32]
    /// Whether it gives what a sink plays.
    public let isMonitor: Bool
    /// Whether the server gives it to whoever names none.
    public let isDefault: Bool
    /// False where its socket is known to have nothing plugged in.
    public let isAvailable: Bool
    /// How much sound it gathers before it gives any, where nobody can ask it for less; else zero.
    public let fixedLatency: MediaTime

    package init(
        name: String, description: String, index: UInt32 = 0, sampleRate: Int = 48_000, channels: Int = 1,
        channelPositions: [Int32] = [], isMonitor: Bool = false, isDefault: Bool = false, isAvailable: Bool = true,
        fixedLatency: MediaTime = .zero
    ) {
        (self.name, self.description, self.index) = (name, description, index)
        (self.sampleRate, self.channels, self.channelPositions) = (sampleRate, channels, channelPositions)
        (self.isMonitor, self.isDefault, self.isAvailable) = (isMonitor, isDefault, isAvailable)
        self.fixedLatency = fixedLatency
    }

    /// The name for people: the description or, where that is a node's name rather than words, the first of `others`
    /// that is better.
    package static func words(name: String, description: String?, others: [String?]) -> String {
        func isNodeName(_ words: String) -> Bool {
            words == name || (!words.contains(" ") && words.contains { $0 == "-" || $0 == "_" || $0 == "." })
        }
        let best = ([description] + others).lazy.compactMap { $0 }.first { !$0.isEmpty && !isNodeName($0) }
        return best ?? description.flatMap { $0.isEmpty ? nil : $0 } ?? name
    }

    /// More microseconds than any server keeps: what says more is wrong.
    static let longestLatency: UInt64 = 60_000_000

    /// The order in which to offer sources: those with something plugged in before those without, the default one
    /// before its equals, what sinks play after everything that hears; else the server's order.
    public static func inOrderOfUse(_ sources: [PulseSource]) -> [PulseSource] {
        sources.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    private var rank: Int { (isMonitor ? 4 : 0) + (isAvailable || isDefault ? 0 : 2) + (isDefault ? 0 : 1) }
}
