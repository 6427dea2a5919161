/// A first-in first-out buffer that grows by doubling and keeps its memory: once warm it allocates nothing.
struct Ring<Element: Sendable>: Sendable {
    private var slots: [Element?]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int) { slots = Array(repeating: nil, count: max(capacity, 1)) }

    var isEmpty: Bool { count == 0 }

    /// The oldest element.
    var first: Element? { count == 0 ? nil : slots[head] }

    /// The newest element.
    var last: Element? { count == 0 ? nil : slots[position(count - 1)] }

    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[position(count)] = element
        count += 1
    }

    mutating func removeFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head]
        slots[head] = nil
        head = position(1)
        count -= 1
        return element
    }

    /// Takes out what satisfies `isGone`, each given to `body`; the rest keeps its order.
    mutating func removeAll(where isGone: (Element) -> Bool, each body: (Element) -> Void) {
        for _ in 0..<count {
            guard let element = removeFirst() else { return }
            if isGone(element) { body(element) } else { append(element) }
        }
    }

    private func position(_ index: Int) -> Int {
        let place = head + index
        return place < slots.count ? place : place - slots.count
    }

    private mutating func grow() {
        var larger = [Element?](repeating: nil, count: slots.count * 2)
        for index in 0..<count { larger[index] = slots[position(index)] }
        slots = larger
        head = 0
    }
}
