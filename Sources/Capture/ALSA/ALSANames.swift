import OnAirALSA

/// Gives cards names that they keep, and finds the card that a name means. A pure value that remembers.
///
/// A card behind USB is known by what it is, not by the number it has now: by name, model and serial number, such as
/// `Yeti@046d:0ab7:SN0001`. So it has the same name behind another port. Two that say the same of themselves are told
/// apart by where they are plugged in: `Yeti@046d:0ab7:SN0001@usb-0000:00:14.0-1.2`; one that had the short name before
/// the other came keeps it, and nobody else gets it. All others are known by the name the kernel gives them, such as
/// `PCH`.
package struct ALSANames: Equatable, Sendable {
    /// Where the one is plugged in that has the short name.
    private var owners: [String: String] = [:]
    /// Short names for which more than one card has been seen at one time.
    private var shared: Set<String> = []

    package init() {}

    /// Looks at the cards that are there now.
    package mutating func see(_ cards: [ALSACard]) {
        let twins = Dictionary(grouping: cards.compactMap { $0.usb.map { usb in (Self.word(usb), usb.path) } }) { $0.0 }
        for (word, places) in twins {
            if places.count > 1 { shared.insert(word) }
            // One alone may have been plugged in elsewhere.
            if places.count == 1, !shared.contains(word) { owners[word] = places.first?.1 }
        }
    }

    /// The name of a card that was seen.
    package func name(of card: ALSACard) -> String {
        guard let usb = card.usb else { return card.id }
        let word = Self.word(usb)
        return owners[word] == usb.path ? word : "\(word)@\(Self.plain(usb.path))"
    }

    /// The card that `name` means; also understood are the short name of one of several that say the same, and what the
    /// kernel calls a card now.
    package func card(_ name: String, among cards: [ALSACard]) -> ALSACard? {
        if let card = cards.first(where: { self.name(of: $0) == name }) { return card }
        for card in cards {
            if let usb = card.usb, "\(Self.word(usb))@\(Self.plain(usb.path))" == name { return card }
        }
        // Its owner has gone: another one that says the same is not it.
        if owners[name] != nil { return nil }
        let same = cards.filter { card in card.usb.map { Self.word($0) == name } ?? false }
        return same.min { ($0.usb?.path ?? "") < ($1.usb?.path ?? "") } ?? cards.first { $0.id == name }
    }

    private static func word(_ usb: ALSACard.USB) -> String {
        "\(plain(usb.product))@\(plain(usb.model))" + (usb.serial.map { ":\(plain($0))" } ?? "")
    }

    /// Nothing that a shell would take for its own.
    private static func plain(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.:".contains($0) ? $0 : "_" })
    }
}
