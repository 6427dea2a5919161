import OnAirMedia
import OnAirTestKit
import OnAirWire

extension FuzzTarget {
    private static let key = "canary-key?canary-query"
    private static let target = RTMPTarget(
        app: "live", tcURL: "rtmp://host/live", streamName: Array(key.utf8),
        credentials: RTMPCredentials(user: "canary-user", password: "canary-word") { bytes in
            // No digest, but a mark of its input.
            (0..<16).map { index in bytes.reduce(UInt8(index)) { $0 &* 31 &+ $1 } }
        })

    /// The handshake and the whole publisher: the same end however the bytes are split, bounded output, and no error that
    /// repeats the key, the user or the password.
    static let publisher = FuzzTarget(
        "publisher", share: 8, seeds: conversations,
        words: [
            Array(key.utf8), Array("canary-word".utf8), Array("canary-user".utf8), Array("authmod=adobe".utf8),
            Array("?reason=needauth&salt=".utf8), Array("error".utf8), Array("NetStream.Publish.BadName".utf8),
            [0x02, 0, 0, 0, 0, 0, 6, 4, 0, 0, 0, 0, 0, 6, 1, 2, 3, 4],
            [0x02, 0, 0, 0, 0, 0, 4, 5, 0, 0, 0, 0, 0, 0, 0, 1],
            [0x02, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 1],
        ],
        check: { input, random throws(FuzzFinding) in
            // The first byte says whether the rest arrives after an untouched handshake.
            guard let first = input.first else { return }
            let bytes = Array(input.dropFirst())
            let opening = first < 240 ? handshake : []
            let whole = try conversation(opening) { feed in bytes.withUnsafeBytes { _ = feed($0) } }
            let pieces = try conversation(opening) { feed in Pieces.of(bytes, &random, feed) }
            try FuzzFinding.unless(whole == pieces, "split otherwise, ended otherwise: \(whole), \(pieces)")
        })

    private static let handshake = [3] + [UInt8](repeating: 5, count: 2 * 1536)

    /// How it ended.
    private struct End: Equatable {
        var step: RTMPStep?
        var result: RTMPPublisherMachine.ReceiveResult?
    }

    private static func conversation(
        _ opening: [UInt8], _ deliver: ((UnsafeRawBufferPointer) -> Bool) -> Void
    ) throws(FuzzFinding) -> End {
        var random = SeededGenerator(seed: 1)
        var machine = RTMPPublisherMachine(target: target, random: &random)
        let now = HostTime(nanoseconds: 1_000_000_000)
        do { try machine.publish(format: Formats.plain) } catch {
            throw FuzzFinding("a good format is refused: \(error)")
        }
        machine.start(now: now)
        _ = opening.withUnsafeBytes { machine.received($0, now: now) }
        var (end, most) = (End(), 0)
        deliver { piece in
            let result = machine.received(piece, now: now)
            most = max(most, machine.output.count)
            if result == .becamePublishing { _ = machine.send(Formats.picture) }
            switch result {
            case .nothing, .becamePublishing: return true
            case .reconnect, .failed:
                end.result = result
                return false
            }
        }
        end.step = machine.step
        try FuzzFinding.unless(most <= 96 << 10, "\(most) bytes of output")
        if case .failed(let error)? = end.result {
            for secret in ["canary-key", "canary-query", "canary-user", "canary-word"] {
                try FuzzFinding.unless(!"\(error) \(error.message)".contains(secret), "an error shows \(secret)")
            }
        }
        return end
    }

    /// What servers say after the handshake, behind the byte that stands for it; and one handshake in full.
    private static var conversations: [[UInt8]] {
        var scripts = [RTMPServerScript(), RTMPServerScript(), RTMPServerScript(), RTMPServerScript()]
        scripts[1].chunkSizeBeforeConnect = 300
        scripts[1].acknowledgesEvery = 500
        scripts[1].optionalReplies = .odd
        scripts[2].connect = .reject(
            code: "NetConnection.Connect.Rejected",
            text: "[ authmod=adobe ] : ?reason=needauth&user=canary-user&salt=s&challenge=c&opaque=o")
        scripts[3].publish = .reject(
            code: "NetStream.Publish.BadName", text: AMF0String("\(key) of canary-user is busy"))
        scripts[3].answersInAMF3 = true
        let answers = scripts.map { Array(said(by: $0).dropFirst(3073)) }
        return answers.map { [0] + $0 } + [[0xFF] + handshake + answers[0]]
    }

    private static func said(by script: RTMPServerScript) -> [UInt8] {
        var random = SeededGenerator(seed: 2)
        var publisher = RTMPPublisherMachine(target: target, random: &random)
        publisher.start(now: HostTime(nanoseconds: 0))
        var link = RTMPServerMachine(script: script)
        var said: [UInt8] = []
        for _ in 0..<20 {
            let request = publisher.output.bytes
            publisher.output.removeAll()
            request.withUnsafeBytes { link.received($0) }
            if publisher.step == .publishing, said.count < 5000 { link.ping([1, 2, 3, 4]) }
            let answer = link.output.bytes
            link.output.removeAll()
            said += answer
            _ = answer.withUnsafeBytes { publisher.received($0, now: HostTime(nanoseconds: 0)) }
        }
        return said
    }
}
