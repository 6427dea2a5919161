import Synchronization

/// A fixed number of reusable objects. An object is free again when nobody but the pool holds it: the last release
/// anywhere gives it back, without a call, a lock or an allocation.
///
/// Objects are made on first demand, up to the capacity; from then on taking one allocates nothing.
package final class ReusePool<Object: AnyObject & Sendable>: Sendable {
    package let capacity: Int
    private let slots: Lock<[Object]>
    private let make: @Sendable () -> Object

    package init(capacity: Int, make: @escaping @Sendable () -> Object) {
        self.capacity = capacity
        self.make = make
        var empty: [Object] = []
        empty.reserveCapacity(capacity)
        slots = Lock(empty)
    }

    /// A free object, now held by the caller too; nil when all are in use.
    package func take() -> Object? {
        slots.withLock { slots in
            for index in slots.indices where isKnownUniquelyReferenced(&slots[index]) {
                // The last holder's reads happened before its release; nothing of ours may move above that.
                atomicMemoryFence(ordering: .acquiring)
                // In order from the front: the one used last is most likely still in the cache.
                return slots[index]
            }
            guard slots.count < capacity else { return nil }
            let object = make()
            slots.append(object)
            return object
        }
    }

    /// Objects in use now.
    package var inUse: Int {
        slots.withLock { slots in
            var count = 0
            for index in slots.indices where !isKnownUniquelyReferenced(&slots[index]) { count += 1 }
            return count
        }
    }
}
