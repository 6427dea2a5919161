import Foundation
import OnAirFuzz
import Testing

/// Inputs that failed once, kept as files named `TARGET.WHATEVER`, and a taste of the fuzzer on every run.
@Suite struct FuzzTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Crashes")

    @Test("Every input that ever failed holds now")
    func crashes() throws {
        for file in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        where !file.lastPathComponent.hasPrefix(".") && file.pathExtension != "md" {
            let name = file.lastPathComponent.split(separator: ".").first.map(String.init)
            let target = try #require(FuzzTarget.all.first { $0.name == name }, "\(file.lastPathComponent)")
            #expect(throws: Never.self, "\(file.lastPathComponent)") {
                try target.run([UInt8](Data(contentsOf: file)))
            }
        }
    }

    @Test("The same seed gives the same inputs, another seed others", arguments: FuzzTarget.all.map(\.name))
    func deterministic(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = (0..<50 as Range<UInt64>).map { target.input(seed: 3, number: $0) }
        #expect(inputs == (0..<50 as Range<UInt64>).map { target.input(seed: 3, number: $0) })
        #expect(inputs != (0..<50 as Range<UInt64>).map { target.input(seed: 4, number: $0) })
        #expect(Set(inputs).count > 40)
    }

    @Test("A few hundred inputs of each target hold", arguments: FuzzTarget.all.map(\.name))
    func taste(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        for number in 0..<300 as Range<UInt64> {
            let input = target.input(seed: 42, number: number)
            #expect(throws: Never.self, "input \(number)") { try target.run(input) }
        }
    }
}
