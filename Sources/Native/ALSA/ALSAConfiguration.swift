import CALSA
import Glibc

/// A libasound configuration that has one thing in it: a PCM, or a card's control interface.
///
/// Cards are opened with it so that they open where there is no `alsa.conf`, and whatever a user has made of the names
/// `hw` and `plughw`.
///
/// Used by one caller at a time.
struct ALSAConfiguration: ~Copyable {
    /// The name of the one thing in it.
    static let name = "onair"

    let root: OpaquePointer

    private init(root: OpaquePointer) { self.root = root }

    /// - Throws: `ALSAError` where there is no memory left.
    private static func make(text: String, for name: String) throws(ALSAError) -> ALSAConfiguration {
        var (root, input) = (OpaquePointer?.none, OpaquePointer?.none)
        guard snd_config_top(&root) >= 0, let root else { throw ALSAError("snd_config_top", ENOMEM, of: name) }
        let configuration = ALSAConfiguration(root: root)
        var result = text.withCString { snd_input_buffer_open(&input, $0, text.utf8.count) }
        if result >= 0, let input {
            result = snd_config_load(root, input)
            snd_input_close(input)
        }
        guard result >= 0 else { throw ALSAError("snd_config_load", result, of: name) }
        return configuration
    }

    deinit { snd_config_delete(root) }

    /// A card's control interface.
    static func control(ofCard card: Int, for name: String) throws(ALSAError) -> ALSAConfiguration {
        try make(text: "ctl.\(Self.name) { type hw card \(card) }", for: name)
    }

    /// A PCM.
    ///
    /// - Parameter words: what it is, in libasound's words.
    static func pcm(_ words: String, for name: String) throws(ALSAError) -> ALSAConfiguration {
        try make(text: "pcm.\(Self.name) { \(words) }", for: name)
    }
}
