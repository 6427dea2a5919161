import Glibc
import OnAirMedia
import OnAirWire

/// One connection of a scripted server: a socket, the server's machine, and what is to go wrong. Belongs to the server's
/// thread, and never waits.
final class ScriptedConnection {
    let descriptor: Int32
    private(set) var isOpen = true
    private(set) var isFrozen = false
    private(set) var seen: ScriptedServer.Seen
    private var machine: RTMPServerMachine
    private var plan: ServerPlan
    private var told = 0
    private var heardNames: Set<String> = []
    private let clock = MonotonicClock()
    private var buffer = [UInt8](repeating: 0, count: 32 << 10)

    init(descriptor: Int32, plan: ServerPlan) {
        self.descriptor = descriptor
        self.plan = plan
        machine = RTMPServerMachine(script: plan.script)
        seen = ScriptedServer.Seen(openedAt: clock.now)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        if plan.place == .accept { strikeAsPlanned() }
    }

    deinit { close() }

    var wantsToWrite: Bool { !isFrozen && !machine.output.isEmpty }

    /// What came of the program.
    var media: [RTMPMessage] { machine.media }

    /// Takes what has arrived and answers.
    func advance() {
        while isOpen, !isFrozen {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { break }
            guard count > 0 else { return close() }
            buffer.withUnsafeBytes { machine.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            lookAtNews()
            if hasReached(plan.place) { strikeAsPlanned() }
            if machine.hasRefused { return answerAndClose() }
        }
        answer()
    }

    private func lookAtNews() {
        for message in machine.messages[told...] {
            if let command = RTMPCommand(message) { heardNames.insert(command.name.text) }
            guard message.type == .video, message.payload.count > 1, message.payload[1] == 1 else { continue }
            seen.pictures += 1
            seen.last = clock.now
            guard seen.first == nil else { continue }
            seen.first = seen.last
            seen.beginsWithKeyframe = message.payload[0] == 0x17
        }
        told = machine.messages.count
    }

    private func hasReached(_ place: ServerPlan.Place) -> Bool {
        switch place {
        case .accept: false
        case .handshake: machine.bytesReceived >= 1537
        case .connect: heardNames.contains("connect")
        case .createStream: heardNames.contains("createStream")
        case .publish: heardNames.contains("publish")
        case .stream: seen.pictures > 20
        case .stop: heardNames.contains("deleteStream")
        }
    }

    private func strikeAsPlanned() {
        guard let strike = plan.strike else { return }
        plan.strike = nil
        perform(strike)
    }

    func perform(_ strike: ServerPlan.Strike) {
        guard isOpen else { return }
        seen.struckAt = clock.now
        switch strike {
        case .refuses: break
        case .closes: close()
        case .resets:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            close()
        case .stalls: isFrozen = true
        case .garbage:
            machine.output.removeAll()
            var random = SeededGenerator(seed: 7)
            let bytes = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        case .says(let code):
            machine.sendStatus(level: "error", code: AMF0String(code), text: "struck")
            answerAndClose()
        }
    }

    func thaw() {
        isFrozen = false
        advance()
    }

    private func answer() {
        while isOpen, wantsToWrite {
            let sent = machine.output.withReadableBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else {
                if errno != EAGAIN { close() }
                return
            }
            machine.output.consume(sent)
        }
    }

    private func answerAndClose() {
        answer()
        // Not at once, which would cut the answer where something is unread.
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        _ = Glibc.close(descriptor)
    }
}
