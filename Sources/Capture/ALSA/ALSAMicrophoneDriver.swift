import OnAirALSA
import OnAirMedia
import OnAirSystem

/// A card's device that records, as a microphone that can be chosen like any other.
///
/// It is known by its card's name (see `ALSABackend`); where the card is now is looked up whenever it is opened.
public final class ALSAMicrophoneDriver: MicrophoneDriver {
    public let uniqueID: String
    public let localizedName: String
    /// True for a card that only looks like one, such as the loopback: it gives what somebody plays, or nothing.
    public let isMonitor: Bool

    private let backend: ALSABackend
    private let name: ALSAMicrophoneName
    /// What the card grants, once it has been asked.
    private let granted = Lock<SoundFormat?>(nil)

    init(_ card: ALSACard, _ recording: ALSACard.Recording, named word: String, backend: ALSABackend) {
        name = .card(word, device: recording.device)
        uniqueID = name.description
        let isOnlyOne = card.recordings.count(where: { $0.name == recording.name }) == 1
        let recordingName = isOnlyOne ? recording.name : "device \(recording.device)"
        localizedName = card.recordings.count > 1 ? "\(card.name), \(recordingName)" : card.name
        isMonitor = card.isVirtual
        self.backend = backend
    }

    init(pcm: String, backend: ALSABackend) {
        name = .pcm(pcm)
        (uniqueID, localizedName, isMonitor) = (name.description, "ALSA \(pcm)", false)
        self.backend = backend
    }

    /// What the card grants to whoever asks for nothing in particular; empty while it cannot be asked, such as when
    /// another program has it. Opens it for a moment, once.
    public var formats: [CaptureFormat] {
        if let known = granted.withLock({ $0 }) { return [.audio(known)] }
        guard let address, let format = try? ALSAPCM.formatGranted(by: address) else {
            return []
        }
        let sound = ALSAMicrophone.format(of: format, channels: nil)
        granted.withLock { $0 = sound }
        return [.audio(sound)]
    }

    public var isConnected: Bool { address != nil }

    /// Looks who may read and write the card's node.
    public var authorization: CaptureAuthorization {
        guard let node else { return .authorized }
        let files = SystemFiles()
        guard case .failure(let refusal) = files.mayUse(node), !refusal.isMissing else { return .authorized }
        let error = ALSAError("open", refusal.number, of: node)
        return .denied(CaptureError(opening: error, localizedName, group: group(of: node, files)))
    }

    /// Opens it at the rate nearest to 48 kHz that the card has by itself, with its own one or two channels.
    ///
    /// - Parameter request: its channels count where the card has more than two.
    public func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        guard let address else { throw absence }
        do throws(ALSAError) {
            let pcm = try ALSAPCM(address)
            return ALSAMicrophone(pcm, name: localizedName, channels: request.format?.channels)
        } catch {
            let files = SystemFiles()
            let holders = error.isBusy ? node.map { DeviceHolders(reading: files, below: $0)[$0] } : nil
            throw CaptureError(
                opening: error, localizedName, holders: holders ?? [], group: node.flatMap { group(of: $0, files) })
        }
    }

    /// What keeps the microphone from hearing anything, though it can be opened; nil where nothing is known to.
    package var silence: ALSASilence? {
        guard case .card(let id, let number, _)? = place else { return nil }
        return ALSACaptureControl.silencer(among: ALSAMixer.captureControls(card: number)).map {
            ALSASilence(microphone: localizedName, card: id, control: $0)
        }
    }

    private var address: ALSAAddress? {
        switch place {
        case .card(let id, let number, let device): .card(number: number, id: id, device: device)
        case .pcm(let name): .named(name)
        case nil: nil
        }
    }

    private enum Place {
        case card(id: String, number: Int, device: Int)
        case pcm(String)
    }

    /// Where it is now; nil where it is not there.
    private var place: Place? {
        switch name {
        case .pcm(let name): return .pcm(name)
        case .card(let word, let device):
            let device = device ?? 0
            return backend.card(named: word, device: device).map {
                .card(id: $0.id, number: $0.number, device: device)
            }
        }
    }

    private var node: String? {
        guard case .card(_, let number, let device)? = place else { return nil }
        return "\(ALSACardFinder.folder)/pcmC\(number)D\(device)c"
    }

    /// The group that may read and write a node.
    private func group(of node: String, _ files: SystemFiles) -> String? {
        guard let status = files.status(node), status.mode & 0o060 == 0o060 else { return nil }
        return SystemUsers(reading: files).groups[status.group]
    }
}
