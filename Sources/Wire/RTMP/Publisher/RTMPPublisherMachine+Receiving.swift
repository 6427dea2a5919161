import OnAirMedia

/// How received bytes move the machine on, step by step in protocol order.
extension RTMPPublisherMachine {
    /// What one piece of input led to.
    enum Advance: Equatable {
        case somethingElse
        case becamePublishing
        case reconnect(RTMPReconnect)
    }

    /// Takes one handshake or one message from the front of `input`; nil where the bytes ended first or all is over.
    mutating func advance(
        _ input: inout UnsafeRawBufferPointer, now: HostTime
    ) throws(RTMPError) -> Advance? {
        switch state {
        case .idle, .ended:
            return nil
        case .handshaking(var handshaking):
            state = .idle  // so that the bytes collected so far are not copied
            let isDone = try handshaking.handshake.read(&input, into: &output)
            guard isDone else {
                state = .handshaking(handshaking)
                return nil
            }
            state = .awaitingConnectResult(.init(from: handshaking, deadline: deadline(of: .connect, now: now)))
            requestConnection()
            return .somethingElse
        case .awaitingConnectResult, .awaitingStreamID, .awaitingPublishStart, .publishing:
            let message: RTMPMessage
            do throws(RTMPProtocolFault) {
                guard let next = try session.reader.read(&input) else { return nil }
                message = next
            } catch {
                throw .protocolViolation(error)
            }
            return try handle(message, now: now)
        }
    }

    private mutating func handle(_ message: RTMPMessage, now: HostTime) throws(RTMPError) -> Advance {
        if session.handle(message, statistics: &counters, into: &output) { return .somethingElse }
        guard let command = RTMPCommand(message) else {
            counters.skippedMessages += 1
            return .somethingElse
        }
        switch state {
        case .idle, .handshaking, .ended:
            return .somethingElse
        case .awaitingConnectResult(let awaiting):
            return try handle(command, awaiting, now: now)
        case .awaitingStreamID(let awaiting):
            return try handle(command, awaiting, now: now)
        case .awaitingPublishStart(let awaiting):
            return try handle(command, awaiting)
        case .publishing:
            return try handleWhilePublishing(command)
        }
    }

    private mutating func handle(
        _ command: RTMPCommand, _ awaiting: RTMPPublisherState.AwaitingConnectResult, now: HostTime
    ) throws(RTMPError) -> Advance {
        let isError = command.status?.level == "error"
        switch command.name {
        case "_result" where command.transactionID == Transaction.connect && !isError:
            state = .awaitingStreamID(.init(from: awaiting, deadline: deadline(of: .createStream, now: now)))
            requestStream()
        case "_result" where command.transactionID == Transaction.connect, "_error":
            // Only connect is under way, so an error is about it whatever transaction it names.
            return try refused(command.status)
        case "onStatus" where isError:
            return try refused(command.status)
        default:
            break
        }
        return .somethingElse
    }

    /// `connect` was refused: for good, or as a step of the authentication.
    private func refused(_ status: RTMPStatus?) throws(RTMPError) -> Advance {
        let description = RTMPRefusal.description(status, serverText)
        let verdict = authentication.verdict(
            status?.text ?? "", credentials: target.credentials, app: target.app, nonce: nonce)
        switch verdict {
        case .goOn(let next):
            return .reconnect(RTMPReconnect(.authentication, authentication: next, listsCodecs: listsCodecs))
        case .noCredentials: throw .authenticationRequired(description: description)
        case .unknownScheme(let name): throw .authenticationUnsupported(scheme: serverText.clean(AMF0String(name)))
        case .refused: throw .authenticationRefused(description: description)
        case .unrelated:
            if let plainConnect { return .reconnect(plainConnect) }
            throw RTMPRefusal.ofConnect(status, text: serverText)
        }
    }

    private mutating func handle(
        _ command: RTMPCommand, _ awaiting: RTMPPublisherState.AwaitingStreamID, now: HostTime
    ) throws(RTMPError) -> Advance {
        switch command.name {
        case "_result" where command.transactionID == Transaction.createStream:
            guard let number = command.values.lazy.compactMap(\.number).first, let streamID = UInt32(exactly: number)
            else { throw .createStreamRejected(description: "its answer holds no stream id") }
            state = .awaitingPublishStart(
                .init(from: awaiting, streamID: streamID, deadline: deadline(of: .publish, now: now)))
            requestPublish(streamID: streamID)
        case "_error" where command.transactionID == Transaction.createStream:
            throw .createStreamRejected(description: RTMPRefusal.description(command.status, serverText))
        case "onStatus" where command.status?.level == "error":
            // The answer to FCPublish, from servers that check the name there.
            throw RTMPRefusal.ofPublish(command.status, text: serverText)
        default:
            break
        }
        return .somethingElse
    }

    private mutating func handle(
        _ command: RTMPCommand, _ awaiting: RTMPPublisherState.AwaitingPublishStart
    ) throws(RTMPError) -> Advance {
        switch command.name {
        case "onStatus" where command.status?.code == "NetStream.Publish.Start":
            let publishing = RTMPPublisherState.Publishing(from: awaiting)
            state = .publishing(publishing)
            if let announcement { announce(announcement, on: publishing) }
            return .becamePublishing
        case "onStatus" where command.status?.level == "error":
            throw RTMPRefusal.ofPublish(command.status, text: serverText)
        case "_error" where command.transactionID == Transaction.publish:
            throw RTMPRefusal.ofPublish(command.status, text: serverText)
        default:
            return .somethingElse
        }
    }

    private mutating func handleWhilePublishing(_ command: RTMPCommand) throws(RTMPError) -> Advance {
        guard command.name == "onStatus", let status = command.status else { return .somethingElse }
        // The two codes are what a server says, at level `status`, when it ends a stream we did not end.
        let isEnd = status.code == "NetStream.Unpublish.Success" || status.code == "NetConnection.Connect.Closed"
        guard status.level == "error" || isEnd else { return .somethingElse }
        throw RTMPRefusal.ofRunningStream(status, text: serverText)
    }
}
