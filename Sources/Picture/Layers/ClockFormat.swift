import Glibc

/// How a time of day is written: a format of strftime(3), in the time zone of the process.
struct ClockFormat: Hashable, Sendable {
    private let format: String
    /// Whether it changes with the minute at most.
    private let isCoarse: Bool

    /// Conversions that do not tell the second.
    private static let coarse: Set<Character> = [
        "a", "A", "b", "B", "C", "d", "D", "e", "F", "g", "G", "h", "H", "I", "j", "k", "l", "m", "M", "n", "p", "P",
        "R",
        "t", "u", "U", "V", "w", "W", "y", "Y", "z", "Z", "%",
    ]

    init(_ format: String) {
        self.format = format
        var isCoarse = true
        var isConversion = false
        for character in format {
            if isConversion {
                // Flags, a width and modifiers may stand between.
                if "_-0^#EO123456789".contains(character) { continue }
                isCoarse = isCoarse && Self.coarse.contains(character)
                isConversion = false
            } else {
                isConversion = character == "%"
            }
        }
        self.isCoarse = isCoarse
    }

    /// The time of day as text, at most 255 bytes; longer ones are left out.
    func text(unixNanoseconds: Int64) -> String {
        guard !format.isEmpty else { return "" }
        var seconds = time_t(Self.seconds(unixNanoseconds))
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            let count = strftime(base, buffer.count, format, &parts)
            return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// How long after this instant it may say something else. Time zones differ by whole minutes.
    func nanosecondsToChange(from unixNanoseconds: Int64) -> Int64 {
        let length: Int64 = (isCoarse ? 60 : 1) * 1_000_000_000
        let part = unixNanoseconds % length
        return length - (part < 0 ? part + length : part)
    }

    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds / 1_000_000_000 - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    }
}
