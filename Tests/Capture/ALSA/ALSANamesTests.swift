import OnAirALSA
import OnAirCapture
import Testing

@Suite("ALSANames")
struct ALSANamesTests {
    private func card(
        _ number: Int, _ id: String = "Mic", _ product: String = "Yeti", serial: String? = nil, at path: String? = nil
    ) -> ALSACard {
        ALSACard(
            number: number, id: id, name: product, driver: path == nil ? "HDA-Intel" : "USB-Audio",
            usb: path.map { ALSACard.USB(product: product, model: "046d:0ab7", serial: serial, path: $0) },
            recordings: [.init(device: 0, name: "Audio")])
    }

    private func names(_ names: inout ALSANames, _ cards: [ALSACard]) -> [String] {
        names.see(cards)
        return cards.map { names.name(of: $0) }
    }

    @Test("A card behind USB has the same name behind another port and with another number")
    func moves() {
        var known = ALSANames()
        #expect(names(&known, [card(1, serial: "A1", at: "usb-0000:00:14.0-1")]) == ["Yeti@046d:0ab7:A1"])
        #expect(names(&known, []).isEmpty)
        let moved = card(3, serial: "A1", at: "usb-0000:00:14.0-2.4")
        #expect(names(&known, [moved]) == ["Yeti@046d:0ab7:A1"])
        #expect(known.card("Yeti@046d:0ab7:A1", among: [moved]) == moved)
        // Without a serial number too, while there is no other of its kind.
        #expect(names(&known, [card(2, serial: nil, at: "x")]) == ["Yeti@046d:0ab7"])
    }

    @Test("Of two that say the same of themselves each keeps its name, and neither takes the other's place")
    func twins() {
        var known = ALSANames()
        let (left, right) = (card(1, at: "usb-a-1"), card(2, at: "usb-a-2"))
        #expect(names(&known, [left]) == ["Yeti@046d:0ab7"])
        #expect(names(&known, [left, right]) == ["Yeti@046d:0ab7", "Yeti@046d:0ab7@usb-a-2"])
        // The first is pulled out: the second is not it.
        #expect(names(&known, [right]) == ["Yeti@046d:0ab7@usb-a-2"])
        #expect(known.card("Yeti@046d:0ab7", among: [right]) == nil)
        let back = card(7, at: "usb-a-1")
        #expect(names(&known, [right, back]) == ["Yeti@046d:0ab7@usb-a-2", "Yeti@046d:0ab7"])
        // Found together, both are named by their places, and the short name means the first place.
        var fresh = ALSANames()
        #expect(names(&fresh, [right, left]) == ["Yeti@046d:0ab7@usb-a-2", "Yeti@046d:0ab7@usb-a-1"])
        #expect(fresh.card("Yeti@046d:0ab7", among: [right, left]) == left)
        // A name from then still means the same one when it is alone.
        var later = ALSANames()
        #expect(names(&later, [right]) == ["Yeti@046d:0ab7"])
        #expect(later.card("Yeti@046d:0ab7@usb-a-2", among: [right]) == right)
        #expect(later.card("Yeti@046d:0ab7@usb-a-1", among: [right]) == nil)
    }

    @Test("Other cards are known by what the kernel calls them, and so can any card be called")
    func kernelNames() {
        var known = ALSANames()
        let cards = [card(0, "PCH", "HDA Intel PCH"), card(1, "Camera", "My cam; rm -rf /", serial: "S 1", at: "p")]
        #expect(names(&known, cards) == ["PCH", "My_cam__rm_-rf__@046d:0ab7:S_1"])
        #expect(known.card("PCH", among: cards) == cards[0])
        #expect(known.card("Camera", among: cards) == cards[1])
        #expect(known.card("Nobody", among: cards) == nil)
    }

    @Test("Whatever is plugged in and out, names are all different, and a card that stays keeps its own")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<30 {
            var known = ALSANames()
            var present: [ALSACard] = []
            var given: [ALSACard: String] = [:]
            for step in 0..<40 {
                if Bool.random(using: &generator) || present.isEmpty {
                    let path = "p\(Int.random(in: 0..<5, using: &generator))"
                    if !present.contains(where: { $0.usb?.path == path }) {
                        let serial = [nil, "S", "T"].randomElement(using: &generator) ?? nil
                        present.append(card(step, serial: serial, at: path))
                    }
                } else {
                    let gone = present.remove(at: present.indices.randomElement(using: &generator) ?? 0)
                    given[gone] = nil
                }
                present.shuffle(using: &generator)
                let names = names(&known, present)
                #expect(Set(names).count == names.count)
                for (card, name) in zip(present, names) {
                    #expect(known.card(name, among: present) == card)
                    if let before = given[card] { #expect(before == name) }
                    given[card] = name
                }
            }
        }
    }

    @Test("A microphone's name is read as it is written, and nonsense is none")
    func spelling() {
        for text in [
            "alsa:PCH,0", "alsa:Yeti@046d:0ab7:A1@usb-0000:00:14.0-1.2,3", "alsa:pcm:dsnoop:0,1", "alsa:Camera",
        ] {
            #expect(ALSAMicrophoneName(text)?.description == text)
        }
        #expect(ALSAMicrophoneName("alsa:Camera") == .card("Camera", device: nil))
        for text in [
            "alsa:", "alsa:,0", "alsa:PCH,x", "alsa:PCH,-1", "alsa:pcm:", "pulse:PCH,0",
            "alsa:PCH,99999999999999999999",
        ] {
            #expect(ALSAMicrophoneName(text) == nil, "\(text)")
        }
    }
}
