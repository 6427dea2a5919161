import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// Broken bytes, the same on every run: nothing may trap, and memory stays within the limits.
@Suite struct RTMPMutatorTests {
    /// What an ordinary server says from S0 to a running stream, with every kind of control message.
    private func conversation() throws -> [UInt8] {
        var script = RTMPServerScript()
        script.chunkSizeBeforeConnect = 300
        script.acknowledgesEvery = 500
        var publisher = Samples.machine()
        publisher.start(now: Samples.start)
        try publisher.publish(format: Samples.format)
        var server = RTMPServerMachine(script: script)
        var said: [UInt8] = []
        while true {
            let request = publisher.output.bytes
            publisher.output.removeAll()
            request.withUnsafeBytes { server.received($0) }
            if publisher.step == .publishing { server.ping([1, 2, 3, 4]) }
            let answer = server.output.bytes
            server.output.removeAll()
            if request.isEmpty || answer.isEmpty { break }
            said += answer
            if said.count > 6000 { break }
            _ = answer.withUnsafeBytes { publisher.received($0, now: Samples.start) }
        }
        return said
    }

    private func mutated(_ bytes: [UInt8], from first: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let position = Int.random(in: first..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes[position] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
            case 3: bytes.remove(at: position)
            default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: position)
            }
            if bytes.count <= first { return bytes }
        }
        return bytes
    }

    @Test("A publisher lives through broken servers")
    func publisher() throws {
        let said = try conversation()
        #expect(said.count > 3073 + 300)
        var random = SeededGenerator(seed: 18)
        var ends: Set<String> = []
        for round in 0..<4000 {
            let bytes = mutated(said, from: round % 10 == 0 ? 0 : 3073, &random)
            var machine = Samples.machine()
            machine.start(now: Samples.start)
            try machine.publish(format: Samples.format)
            var position = 0
            while position < bytes.count {
                let count = min(Int.random(in: 1...1600, using: &random), bytes.count - position)
                let piece = Array(bytes[position..<(position + count)])
                let result = piece.withUnsafeBytes { machine.received($0, now: Samples.start) }
                if case .failed(let error) = result { ends.insert(error.code) }
                position += count
            }
            _ = machine.send(Samples.picture(.zero, key: true))
            ends.insert(machine.step?.rawValue ?? "ended")
            #expect(machine.output.count < 128 * 1024)
        }
        // The mutator reaches all kinds of ends, or it tests little.
        #expect(ends.isSuperset(of: ["publishing", "publish", "connect", "rtmp-protocol-violation"]), "\(ends)")
    }

    @Test("A publisher cut off at every byte waits, without an error, for the step the bytes had reached")
    func truncation() throws {
        let said = try conversation()
        var steps: [RTMPStep] = []
        for count in 0...said.count where count < 4 || count > 3060 {
            var machine = Samples.machine()
            machine.start(now: Samples.start)
            let result = said.prefix(count).withUnsafeBytes { machine.received($0, now: Samples.start) }
            #expect(result == .nothing || result == .becamePublishing)
            if let step = machine.step, step != steps.last { steps.append(step) }
        }
        #expect(steps == [.handshake, .connect, .createStream, .publish, .publishing])
    }

    @Test("A chunk reader lives through broken chunks, at every chunk size")
    func chunkReader() throws {
        var random = SeededGenerator(seed: 31)
        for round in 0..<300 {
            var writer = RTMPChunkWriter()
            var buffer = WireBuffer()
            writer.announce(chunkSize: [1, 100, 128, 4096][round % 4], into: &buffer)
            for index in 0..<10 as Range<UInt32> {
                let payload = [UInt8](repeating: UInt8(index), count: Int.random(in: 0...300, using: &random))
                writer.write(
                    RTMPMessage(
                        type: RTMPMessageType(rawValue: UInt8(index)), streamID: 1, timestamp: index &* 0x00FF_FFF0,
                        chunkStreamID: [2, 3, 64, 400][Int(index % 4)], payload: payload), into: &buffer)
            }
            let bytes = buffer.bytes
            for _ in 0..<20 {
                var reader = RTMPChunkReader()
                let broken = mutated(bytes, from: 0, &random)
                var total = 0
                broken.withUnsafeBytes { all in
                    var input = all
                    while let message = try? reader.read(&input) { total += message.payload.count }
                }
                #expect(total <= broken.count)
            }
        }
    }
}
