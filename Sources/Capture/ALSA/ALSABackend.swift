import OnAirALSA
import OnAirMedia
import OnAirSystem

/// The microphones of sound cards, where no sound server has them.
///
/// A sound server holds the cards and lists what they hear itself, so where one runs this backend lists nothing. But
/// a microphone that is named is opened all the same, if the server leaves it free.
///
/// Each is known by what its card is, not by the number it has now (see `uniqueID`): `alsa:PCH,0`, or
/// `alsa:Yeti@046d:0ab7:SN0001,0` behind USB. It is the same microphone when it is plugged in again and gets another
/// number. `alsa:pcm:NAME` opens what libasound's configuration calls so, such as `alsa:pcm:default`.
///
/// Cards come before what only looks like one: the loopback and the dummy card, which nobody gets who did not choose
/// them.
public final class ALSABackend: CaptureBackend {
    /// The cards of this machine; lists them where the user has no sound server.
    public static let shared = ALSABackend(server: .shared)

    public let name = "alsa"
    private let server: PulseBackend?
    private let finder: ALSACardFinder
    private let names = Lock(ALSANames())

    /// - Parameter server: lists the microphones where a sound server runs; nil to list the cards in any case.
    public convenience init(server: PulseBackend? = nil) { self.init(server: server, finder: ALSACardFinder()) }

    /// The cards that `files` show, whether a sound server has them or not.
    package convenience init(reading files: SystemFiles) {
        self.init(server: nil, finder: ALSACardFinder(reading: files))
    }

    package init(server: PulseBackend?, finder: ALSACardFinder) { (self.server, self.finder) = (server, finder) }

    public func microphones() -> [any MicrophoneDriver] {
        server?.isServerRunning == true ? [] : cardMicrophones()
    }

    /// The microphones of all cards, whether a sound server has them or not.
    package func cardMicrophones() -> [ALSAMicrophoneDriver] {
        let (cards, names) = look()
        let ordered = cards.filter { !$0.isVirtual } + cards.filter(\.isVirtual)
        return ordered.flatMap { card in
            card.recordings.map { ALSAMicrophoneDriver(card, $0, named: names.name(of: card), backend: self) }
        }
    }

    /// Why cards that can be opened hear nothing, as their mixers show it; of those that this user may open.
    package func silences() -> [ALSASilence] {
        cardMicrophones().filter { $0.authorization == .authorized }.compactMap(\.silence)
    }

    /// Understands the name that is listed, the name the kernel gives a card (`alsa:Camera`, `alsa:Camera,0`), and
    /// `alsa:pcm:NAME`.
    public func microphone(named uniqueID: String) -> (any MicrophoneDriver)? {
        switch ALSAMicrophoneName(uniqueID) {
        case nil: return nil
        case .pcm(let name): return ALSAMicrophoneDriver(pcm: name, backend: self)
        case .card(let word, let device):
            let (cards, names) = look()
            guard let card = names.card(word, among: cards),
                let recording = card.recordings.first(where: { device == nil || $0.device == device })
            else { return nil }
            return ALSAMicrophoneDriver(card, recording, named: names.name(of: card), backend: self)
        }
    }

    /// Tells of cards, and of a sound server that comes or goes.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? {
        let isWanted = { @Sendable (name: String) in
            name == "snd" || name.hasPrefix("control") || (name.hasPrefix("pcm") && name.hasSuffix("c"))
        }
        let cards = NodeWatch("/dev", and: ALSACardFinder.folder, where: isWanted, changed: changed)
        return Watches(all: [cards, server?.watch(changed)].compactMap { $0 })
    }

    private final class Watches {
        private let all: [AnyObject]
        init(all: [AnyObject]) { self.all = all }
    }

    /// The card that has this name now, with the device that records; nil where it is not there.
    func card(named word: String, device: Int) -> ALSACard? {
        let (cards, names) = look()
        guard let card = names.card(word, among: cards), card.recordings.contains(where: { $0.device == device }) else {
            return nil
        }
        return card
    }

    private func look() -> ([ALSACard], ALSANames) {
        let cards = finder.cards()
        let names = names.withLock { names in
            names.see(cards)
            return names
        }
        return (cards, names)
    }
}
