import Glibc

/// What a file is called that nobody has named: by the time, so that none takes another's place.
package enum TimedName {
    /// `onair-20261231-235959.png`, with a number where there is one of that second already.
    ///
    /// - Parameter ending: `png` and the like.
    package static func now(ending: String) -> String {
        var (seconds, parts) = (time(nil), tm())
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        let stamp = String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var (name, number) = ("onair-\(stamp).\(ending)", 1)
        while access(name, F_OK) == 0, number < 100 {
            number += 1
            name = "onair-\(stamp)-\(number).\(ending)"
        }
        return name
    }
}
