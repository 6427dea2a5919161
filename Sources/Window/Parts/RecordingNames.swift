/// Which files the next recording goes to: those that were asked for, and then others beside them, so that none is
/// replaced by the one after it. A pure value.
package struct RecordingNames: Equatable, Sendable {
    private let asked: [String]
    private var takes = 0

    /// - Parameter asked: paths that end in `.flv`; none where the time is to name them.
    package init(_ asked: [String]) { self.asked = asked }

    /// The next ones: as asked for, later with a number.
    ///
    /// - Parameters:
    ///   - isTaken: whether there is such a file already; one that nobody has named is not replaced.
    ///   - timed: a name by the time, for where none was asked for.
    package mutating func next(isTaken: (String) -> Bool, timed: @autoclosure () -> String) -> [String] {
        takes += 1
        guard !asked.isEmpty else { return [timed()] }
        guard takes > 1 else { return asked }
        return asked.map { path in
            let stem = path.hasSuffix(".flv") ? String(path.dropLast(4)) : path
            var number = takes
            while isTaken("\(stem)-\(number).flv"), number < 10_000 { number += 1 }
            return "\(stem)-\(number).flv"
        }
    }
}
