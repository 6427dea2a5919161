import OnAirMedia
import Testing

@Suite struct EventHubTests {
    private enum Event: Equatable, Sendable {
        case happened(Int)
        case missed(Int)
    }

    private func next(_ iterator: inout AsyncStream<Event>.Iterator) async -> Event? {
        await iterator.next()
    }

    @Test("Every listener gets every event in order")
    func everyListener() async {
        let hub = EventHub<Event> { .missed($0) }
        let listeners = [hub.events(), hub.events()]
        let events: [Event] = [
            .happened(1), .happened(2), .happened(3), .missed(1),
        ]
        for event in events { hub.post(event) }
        hub.finish()
        for listener in listeners {
            var received: [Event] = []
            for await event in listener { received.append(event) }
            #expect(received == events)
        }
    }

    @Test("A slow listener is told how many it missed, keeps the order, and ends up knowing the present")
    func slowListener() async {
        let hub = EventHub<Event> { .missed($0) }
        var iterator = hub.events().makeAsyncIterator()
        for number in 0..<EventHub<Event>.capacity + 5 { hub.post(.missed(number)) }
        hub.post(.happened(4))
        #expect(await next(&iterator) == .missed(6))
        for number in 6..<EventHub<Event>.capacity + 5 { #expect(await next(&iterator) == .missed(number)) }
        #expect(await next(&iterator) == .happened(4))
    }

    @Test("A listener that waits is woken, in order, by whoever posts")
    func wakes() async {
        let hub = EventHub<Event> { .missed($0) }
        let events = hub.events()
        let reader = Task {
            var received: [Event] = []
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
        let hub = EventHub<Event> { .missed($0) }
        hub.finish()
        for await event in hub.events() { Issue.record("unexpected \(event)") }
    }
}
