import CALSA
import Glibc

/// A card's control interface, open. Closed when it is let go. Used by one thread at a time.
struct ALSAControl: ~Copyable {
    /// What a card says of itself.
    struct CardInfo {
        let id: String
        let name: String
        let driver: String
    }

    let handle: OpaquePointer
    private let name: String

    /// - Throws: `ALSAError`, such as `ENOENT` or `EACCES`.
    init(card number: Int) throws(ALSAError) {
        name = "hw:\(number)"
        handle = try Self.open(card: number, name)
    }

    deinit { snd_ctl_close(handle) }

    private static func open(card number: Int, _ name: String) throws(ALSAError) -> OpaquePointer {
        ALSALibrary.silence()
        let configuration = try ALSAConfiguration.control(ofCard: number, for: name)
        var handle: OpaquePointer?
        let result = snd_ctl_open_lconf(
            &handle, ALSAConfiguration.name, Int32(SND_CTL_NONBLOCK), configuration.root)
        guard result >= 0, let handle else { throw ALSAError("snd_ctl_open", result, of: name) }
        return handle
    }

    /// A card's elements, as a mixer takes them. Whoever gets them closes them, and the card with them.
    static func elements(ofCard number: Int) throws(ALSAError) -> OpaquePointer {
        let name = "hw:\(number)"
        let handle = try open(card: number, name)
        var elements: OpaquePointer?
        let result = snd_hctl_open_ctl(&elements, handle)
        guard result >= 0, let elements else {
            snd_ctl_close(handle)
            throw ALSAError("snd_hctl_open_ctl", result, of: name)
        }
        return elements
    }

    func cardInfo() throws(ALSAError) -> CardInfo {
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) >= 0, let info else {
            throw ALSAError("snd_ctl_card_info_malloc", ENOMEM, of: name)
        }
        defer { snd_ctl_card_info_free(info) }
        let result = snd_ctl_card_info(handle, info)
        if result < 0 { throw ALSAError("snd_ctl_card_info", result, of: name) }
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        return CardInfo(
            id: text(snd_ctl_card_info_get_id(info)), name: text(snd_ctl_card_info_get_name(info)),
            driver: text(snd_ctl_card_info_get_driver(info)))
    }

    /// The numbers of the card's devices, of those that play too.
    func devices() -> [Int] {
        var devices: [Int] = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(handle, &device) >= 0, device >= 0 { devices.append(Int(device)) }
        return devices
    }

    /// The name of a device that records; nil for one that does not.
    func recordingName(device: Int) -> String? {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) >= 0, let info else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(device))
        snd_pcm_info_set_subdevice(info, 0)
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
        guard snd_ctl_pcm_info(handle, info) >= 0 else { return nil }
        return snd_pcm_info_get_name(info).map { String(cString: $0) } ?? ""
    }
}
