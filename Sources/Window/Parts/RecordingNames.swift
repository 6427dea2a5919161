import Glibc

/// Which files the next recording goes to: those that were asked for, and then others beside them, so that none is
/// replaced by the one after it. A pure value.
package struct RecordingNames: Equatable, Sendable {
    private let asked: [String]
    private var takes = 0

    /// - Parameter asked: paths that end in `.flv`; none where the time is to name them.
    package init(_ asked: [String]) { self.asked = asked }

    /// The next ones.
    ///
    /// - Parameter time: seconds since 1970, for a name where none was asked for.
    package mutating func next(at time: Int) -> [String] {
        takes += 1
        guard !asked.isEmpty else { return ["onair-\(Self.stamp(time)).flv"] }
        guard takes > 1 else { return asked }
        return asked.map { path in
            let stem = path.hasSuffix(".flv") ? String(path.dropLast(4)) : path
            return "\(stem)-\(takes).flv"
        }
    }

    /// `YYYYMMDD-HHMMSS` where this machine is.
    private static func stamp(_ time: Int) -> String {
        var (now, parts) = (time_t(time), tm())
        localtime_r(&now, &parts)
        func digits(_ number: Int32, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
        return day + "-" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2)
    }
}
