/// What tells one camera from another, whatever number its node has. Pure.
///
/// Written as `v4l2:CARD@PLACE`, where CARD is the device's name and PLACE is
///
/// - `VENDOR:PRODUCT:SERIAL` for a USB camera with a serial number, such as `v4l2:C920@046d:082d:1A2B3C4D`: the same in
///   whatever socket;
/// - else where it is plugged in, such as `v4l2:HD_Webcam@usb-0000:00:14.0-3` or `v4l2:vivid@platform:vivid-000`;
///
/// with `@BUS` behind it where two present have one serial number, and `+N` for a device's further cameras. Letters,
/// digits, `.`, `-`, `_`, `:`, `/`, `@` and `+` only, so that a shell takes it as it is; anything else is a `_`.
package struct V4L2Identity: Hashable, Sendable {
    /// The device's name.
    package var card: String
    /// Where it is plugged in: V4L2's `bus_info`.
    package var bus: String
    /// `VENDOR:PRODUCT:SERIAL`; nil where it is not on USB or has no serial number.
    package var serial: String?
    /// Which node of its device, as the kernel counts; 0 for nearly all cameras.
    package var index: Int

    package init(card: String, bus: String, serial: String? = nil, index: Int = 0) {
        (self.card, self.bus, self.serial, self.index) = (card, bus, serial, index)
    }

    package static let prefix = "v4l2:"

    private var ending: String { index == 0 ? "" : "+\(index)" }
    private var cardWord: String { Self.word(card, besides: "-_.") }
    private var busWord: String { Self.word(bus, besides: "-_.:/") }
    private var serialWord: String? { serial.map { Self.word($0, besides: "-_.:") } }

    /// As it is called where it is the only one of its kind.
    package var name: String { "\(Self.prefix)\(cardWord)@\(serialWord ?? busWord)\(ending)" }

    /// As it is called where others have the same serial number.
    private var longName: String {
        serialWord.map { "\(Self.prefix)\(cardWord)@\($0)@\(busWord)\(ending)" } ?? name
    }

    /// What each of `present` is called, all different.
    package static func names(of present: [V4L2Identity]) -> [String] {
        var taken: [String: Int] = [:]
        for identity in present { taken[identity.name, default: 0] += 1 }
        var used: Set<String> = []
        return present.map { identity in
            let base = taken[identity.name] == 1 ? identity.name : identity.longName
            var name = base
            var number = 2
            while !used.insert(name).inserted {
                name = "\(base)+same\(number)"
                number += 1
            }
            return name
        }
    }

    /// Which of `present` is meant by `wanted`, the name a camera had at another time: that of the same serial number;
    /// without one that of the same name in the same place; else the only one of that name, wherever it is. Nil for
    /// none.
    package static func index(of wanted: String, among present: [V4L2Identity]) -> Int? {
        if let exact = names(of: present).firstIndex(of: wanted) { return exact }
        guard let parts = Parts(wanted) else { return nil }
        let sameKind = present.indices.filter {
            present[$0].cardWord == parts.card && present[$0].index == parts.index
        }
        let sameSerial = sameKind.filter { present[$0].serialWord == parts.place }
        if let first = sameSerial.first { return sameSerial.first { present[$0].busWord == parts.bus } ?? first }
        let without = sameKind.filter { present[$0].serial == nil }
        if let same = without.first(where: { present[$0].busWord == parts.place }) { return same }
        // Whoever is wanted by a serial number has one.
        return parts.isSerial || without.count != 1 ? nil : without[0]
    }

    /// A name taken apart.
    private struct Parts {
        let card: String
        let place: String
        let bus: String?
        let index: Int

        /// `VVVV:PPPP:SERIAL`, in hexadecimal digits.
        var isSerial: Bool {
            let parts = place.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            return parts.count == 3 && parts.prefix(2).allSatisfy { $0.count == 4 && $0.allSatisfy(\.isHexDigit) }
        }

        init?(_ name: String) {
            guard name.hasPrefix(V4L2Identity.prefix) else { return nil }
            let halves = name.dropFirst(V4L2Identity.prefix.count).split(
                separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
            let parts = halves[0].split(separator: "@", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 || parts.count == 3 else { return nil }
            (card, place, bus) = (parts[0], parts[1], parts.count == 3 ? parts[2] : nil)
            index = halves.count == 2 ? Int(halves[1]) ?? 0 : 0
        }
    }

    private static func word(_ text: String, besides allowed: String) -> String {
        let word = String(
            text.map { character in
                character.isASCII && (character.isLetter || character.isNumber) || allowed.contains(character)
                    ? character : "_"
            })
        return word.isEmpty ? "_" : word
    }
}
