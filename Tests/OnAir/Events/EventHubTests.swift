import OnAir
import Testing

@Suite struct EventHubTests {
    private func next(_ iterator: inout AsyncStream<BroadcastEvent>.Iterator) async -> BroadcastEvent? {
        await iterator.next()
    }

    @Test("Every listener gets every event in order")
    func everyListener() async {
        let hub = EventHub()
        let listeners = [hub.events(), hub.events()]
        let events: [BroadcastEvent] = [
            .capture(.capturing), .stream(.connecting(waitingFor: "server")), .stream(.connected), .stream(.idle),
        ]
        for event in events { hub.post(event) }
        hub.finish()
        for listener in listeners {
            var received: [BroadcastEvent] = []
            for await event in listener { received.append(event) }
            #expect(received == events)
        }
    }

    @Test("A slow listener keeps the order, loses the newest and is told how many")
    func slowListener() async {
        let hub = EventHub()
        var iterator = hub.events().makeAsyncIterator()
        for _ in 0..<EventHub.capacity + 5 { hub.post(.capture(.capturing)) }
        for _ in 0..<EventHub.capacity { #expect(await next(&iterator) == .capture(.capturing)) }
        hub.post(.stream(.connected))
        #expect(await next(&iterator) == .missed(5))
        #expect(await next(&iterator) == .stream(.connected))
    }

    @Test("A listener that comes after the end gets an ended stream")
    func afterTheEnd() async {
        let hub = EventHub()
        hub.finish()
        for await event in hub.events() { Issue.record("unexpected \(event)") }
    }
}
