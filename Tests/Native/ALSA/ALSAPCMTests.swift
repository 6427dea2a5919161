import Foundation
import OnAirALSA
import Testing

/// libasound itself, with its plugins in the place of a card.
@Suite("ALSAPCM")
struct ALSAPCMTests {
    @Test("What libasound reads is what was put in: the rate, the channels and every sample")
    func reads() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "onair-alsa-\(UUID().uuidString).raw")
        defer { try? FileManager.default.removeItem(at: file) }
        // The best format there is gets chosen: 32 bits, the lowest byte first.
        let values = (0..<4000).map { Int32(truncatingIfNeeded: $0 &* 1_073_741) }
        try values.withUnsafeBytes { Data($0) }.write(to: file)
        let pcm = try ALSAPCM(
            .described(
                "type file slave.pcm { type null } file /dev/null infile \"\(file.path())\" format raw"))
        #expect(pcm.format.sampleRate == 48_000)
        #expect(pcm.format.channels == 2)
        #expect(pcm.format.sampleFormat == .signed32Little)
        #expect(pcm.format.buffer >= 9600)
        #expect(pcm.descriptor == nil)
        try pcm.start()
        #expect(try pcm.status().state == .running)
        var bytes = [UInt8](repeating: 0, count: 8 * 500)
        let count = try bytes.withUnsafeMutableBytes { bytes in try pcm.read(into: bytes) }
        #expect(count == 500)
        let read = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        #expect(read == Array(values.prefix(1000)))
    }

    @Test("A wish that the hardware cannot grant is granted as nearly as it can")
    func near() throws {
        let words = "type plug slave { pcm { type null } rate 44100 channels 1 format U8 }"
        // Plugins convert, so this one grants what is asked; the null card does in any case.
        let granted = try ALSAPCM.formatGranted(by: .described(words), sampleRate: 44_100, channels: 1)
        #expect(granted.sampleRate == 44_100)
        #expect(granted.channels == 1)
    }

    @Test("What is not there is missing, and libasound says nothing of its own")
    func missing() {
        for address in [
            ALSAAddress.named("onair-no-such-pcm"), .card(number: 31, id: "None", device: 0),
            .described("type nonsense"),
        ] {
            do throws(ALSAError) {
                _ = try ALSAPCM(address)
                Issue.record("it opened")
            } catch {
                #expect(error.isMissing || error.number == EINVAL, "\(error)")
                #expect(error.message.contains(address.name))
            }
        }
        #expect(throws: ALSAError.self) { try ALSACards.card(31) }
    }

    @Test("Opened and closed a hundred times, it leaves no descriptor behind")
    func leaksNothing() throws {
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        _ = try ALSAPCM(.described("type null"))
        let before = try count()
        for _ in 0..<100 { _ = try ALSAPCM(.described("type null")) }
        // Other tests run beside it.
        #expect(try count() <= before + 20)
    }
}
