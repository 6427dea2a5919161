import OnAirALSA
import OnAirSystem

/// Finds the cards of a machine: what each says of itself, and where it is plugged in.
package struct ALSACardFinder: Sendable {
    /// Where the cards' nodes are.
    package static let folder = "/dev/snd"

    private let files: SystemFiles
    private let ask: @Sendable (_ number: Int) throws(ALSAError) -> ALSACard?

    /// - Parameters:
    ///   - files: where the nodes are seen, and what `/sys` tells.
    ///   - ask: asks a card, by number.
    package init(
        reading files: SystemFiles = SystemFiles(),
        asking ask: @escaping @Sendable (_ number: Int) throws(ALSAError) -> ALSACard? = { number throws(ALSAError) in
            try ALSACards.card(number)
        }
    ) { (self.files, self.ask) = (files, ask) }

    /// The cards that record and are there now, by number. Of one that this user may not ask only what `/sys` tells.
    package func cards() -> [ALSACard] {
        files.names(in: Self.folder).compactMap { Int($0.dropPrefix("controlC") ?? "") }.sorted().compactMap { number in
            do throws(ALSAError) {
                guard var card = try ask(number) else { return nil }
                card.usb = usb(number, name: card.name)
                return card
            } catch {
                return error.isDenied ? closedCard(number) : nil
            }
        }
    }

    /// What is known of a card without asking it.
    private func closedCard(_ number: Int) -> ALSACard? {
        let folder = "/sys/class/sound/card\(number)"
        guard let id = files.word("\(folder)/id") else { return nil }
        let devices = files.names(in: folder).compactMap { name in
            name.dropPrefix("pcmC\(number)D").flatMap { $0.last == "c" ? Int($0.dropLast()) : nil }
        }
        guard !devices.isEmpty else { return nil }
        let name = usbFolder(number).flatMap { files.word("\($0)/product") } ?? id
        return ALSACard(
            // These drivers name their cards after themselves.
            number: number, id: id, name: name, driver: id, usb: usb(number, name: name),
            recordings: devices.sorted().map { .init(device: $0, name: name) })
    }

    private func usb(_ number: Int, name: String) -> ALSACard.USB? {
        guard let folder = usbFolder(number), let vendor = files.word("\(folder)/idVendor"),
            let product = files.word("\(folder)/idProduct")
        else { return nil }
        return ALSACard.USB(
            product: files.word("\(folder)/product") ?? name, model: "\(vendor):\(product)",
            serial: files.word("\(folder)/serial"),
            path: USBPath(ofDevice: folder).description)
    }

    /// The USB device that a card belongs to.
    private func usbFolder(_ number: Int) -> String? {
        // Such as ../../devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.2/sound/card1: behind the device is its interface.
        guard let link = files.link("/sys/class/sound/card\(number)") else { return nil }
        let parts = link.split(separator: "/").drop { $0 == ".." }
        guard let interface = parts.lastIndex(where: { $0.contains("-") && $0.contains(":") }),
            parts[..<interface].contains(where: { $0.isBus })
        else { return nil }
        return "/sys/\(parts[..<interface].joined(separator: "/"))"
    }
}

extension StringProtocol {
    /// What follows `prefix`; nil for a text that does not begin so.
    fileprivate func dropPrefix(_ prefix: String) -> SubSequence? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }

    fileprivate var isBus: Bool { dropPrefix("usb").map { Int($0) != nil } ?? false }
}
