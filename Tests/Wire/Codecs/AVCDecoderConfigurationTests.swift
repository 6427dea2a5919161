import Foundation
import OnAirMedia
import OnAirWire
import Testing

@Suite struct AVCDecoderConfigurationTests {
    @Test(
        "The record is byte for byte what ffmpeg makes of the same parameter sets",
        arguments: [
            "baseline", "main", "high", "high10", "high422", "high444",
        ])
    func sameAsFFmpeg(_ profile: String) throws {
        let folder = try Program.makeTemporaryFolder()
        defer { Program.remove(folder) }
        let clip = try FFmpegClip(in: folder, profile: profile, duration: "0.2")
        let sets = try #require(clip.format.video?.parameterSets)
        #expect(try AVCDecoderConfiguration(sets).bytes == clip.record)
        #expect(clip.record.count > 20)
    }

    @Test("Sets that are short, long, exchanged or cut are refused by name")
    func refused() {
        let good = Samples.video.parameterSets
        let bad: [VideoTrackFormat.ParameterSets] = [
            .init(sequence: [], picture: good.picture), .init(sequence: [0x67, 66, 0], picture: good.picture),
            .init(sequence: good.sequence, picture: []), .init(sequence: good.picture, picture: good.sequence),
            .init(sequence: good.sequence + [UInt8](repeating: 1, count: 65536), picture: good.picture),
            .init(sequence: [0x67, 100, 0, 30], picture: good.picture),
            .init(sequence: [0x67, 100, 0, 30, 0, 0, 0, 0, 0, 0, 0], picture: good.picture),
        ]
        for sets in bad {
            let error = #expect(throws: TrackHeaderError.self) { try AVCDecoderConfiguration(sets) }
            #expect(error?.message.contains("parameter set") == true)
        }
    }

    @Test("A High profile set cut at every byte either fails or gives a record, and never traps")
    func truncation() {
        let sequence: [UInt8] = [0x67, 0x64, 0, 0x0B, 0xAC, 0xD9, 0x42, 0x86, 0x84, 0, 0, 3, 0, 4]
        for count in 0...sequence.count {
            let sets = VideoTrackFormat.ParameterSets(
                sequence: Array(sequence.prefix(count)), picture: Samples.video.parameterSets.picture)
            let record = try? AVCDecoderConfiguration(sets)
            #expect((record != nil) == (count >= 5))
            if let record { #expect(record.bytes.suffix(4) == [0xFD, 0xF8, 0xF8, 0]) }
        }
    }
}
