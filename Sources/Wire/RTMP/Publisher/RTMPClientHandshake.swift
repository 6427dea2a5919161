/// The client's side of the simple handshake (RTMP 1.0, 5.2). Takes exactly 1 + 1536 + 1536 bytes; what follows them
/// stays in the input.
struct RTMPClientHandshake: Sendable {
    /// Bytes of C1, S1, C2 and S2.
    static let packetLength = 1536
    /// Random bytes in C1.
    static let randomLength = 1528

    private enum Phase: Sendable {
        case version
        case first([UInt8])
        case second(left: Int)
        case done
    }

    private var phase = Phase.version

    /// Queues C0 and C1.
    static func begin(random: [UInt8], milliseconds: UInt32, into output: inout WireBuffer) {
        output.append(3)
        output.append32(milliseconds)
        output.append32(0)
        output.append(random)
    }

    /// Takes bytes of S0, S1 and S2 from the front of `input` and queues C2 once S1 is whole; true once S2 is whole.
    ///
    /// Nothing follows C2 before S2 has arrived (5.2.4). S2 is not compared with C1: servers in the field echo it wrongly.
    mutating func read(
        _ input: inout UnsafeRawBufferPointer, into output: inout WireBuffer
    ) throws(RTMPError) -> Bool {
        while true {
            switch phase {
            case .version:
                guard let version = input.first else { return false }
                guard version == 3 else { throw .notRTMP(version: version) }
                Self.drop(1, from: &input)
                phase = .first([])
            case .first(var echo):
                let count = min(input.count, Self.packetLength - echo.count)
                echo.append(contentsOf: input.prefix(count))
                Self.drop(count, from: &input)
                guard echo.count == Self.packetLength else {
                    phase = .first(echo)
                    return false
                }
                output.append(echo)
                phase = .second(left: Self.packetLength)
            case .second(let left):
                let count = min(input.count, left)
                Self.drop(count, from: &input)
                guard count == left else {
                    phase = .second(left: left - count)
                    return false
                }
                phase = .done
            case .done:
                return true
            }
        }
    }

    private static func drop(_ count: Int, from input: inout UnsafeRawBufferPointer) {
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
    }
}
