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

    @Test("A slow listener is told how many it missed, keeps the order, and ends up knowing the present")
    func slowListener() async {
        let hub = EventHub()
        var iterator = hub.events().makeAsyncIterator()
        for number in 0..<EventHub.capacity + 5 { hub.post(.missed(number)) }
        hub.post(.stream(.idle))
        #expect(await next(&iterator) == .missed(6))
        for number in 6..<EventHub.capacity + 5 { #expect(await next(&iterator) == .missed(number)) }
        #expect(await next(&iterator) == .stream(.idle))
    }

    @Test("A listener that waits is woken, in order, by whoever posts")
    func wakes() async {
        let hub = EventHub()
        let events = hub.events()
        let reader = Task {
            var received: [BroadcastEvent] = []
            for await event in events { received.append(event) }
            return received
        }
        for number in 0..<100 { hub.post(.missed(number)) }
        hub.finish()
        let received = await reader.value
        #expect(received == (0..<100).map { .missed($0) })
    }

    @Test("A listener that comes after the end gets an ended stream")
    func afterTheEnd() async {
        let hub = EventHub()
        hub.finish()
        for await event in hub.events() { Issue.record("unexpected \(event)") }
    }
}
