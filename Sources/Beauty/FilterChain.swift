import OnAirMedia

/// A list of filters that changes while pictures pass: one list gives way to another without a jump.
///
/// ```swift
/// let chain = FilterChain()
/// var filters = chain.use(try PreparedFilters([.skin(SkinSmoothing()), .look(LookSettings(look: "film"))]))
/// for filter in filters { filter.process(&picture, at: time) }
/// ```
///
/// What is of the same kind in both lists is the same filter, which goes to its new settings; what is new comes in, and
/// what is no longer there goes out, each in the time that filters take. A chain that has treated no picture begins at
/// full strength.
public final class FilterChain: Sendable {
    private struct Place {
        var unit: FilterUnit
        let filter: any PictureFilter
    }

    private struct State {
        var places: [Place] = []
        var hasBegun = false
    }

    private let state = Lock(State())

    public init() {}

    /// Changes to `prepared`, from the next picture on. Quick: everything slow has been done.
    ///
    /// - Returns: what pictures are to go through, in this order, until the next call. A filter that goes out is among
    ///   them until then; it costs nothing once it is out.
    public func use(_ prepared: PreparedFilters) -> [any PictureFilter] {
        state.withLock { state in
            let fresh = !state.hasBegun
            state.hasBegun = true
            state.places = Self.merge(state.places, prepared.units, isFresh: fresh)
            return state.places.map(\.filter)
        }
    }

    /// The old list and the new one in one, each in its order.
    private static func merge(_ old: [Place], _ new: [FilterUnit], isFresh: Bool) -> [Place] {
        let kept = FilterAlignment.pairs(old.map(\.unit.kind), new.map(\.kind))
        var result: [Place] = []
        var (next, oldIndex) = (0, 0)
        func leave(until end: Int) {
            for place in old[oldIndex..<end] {
                // What has gone out before is forgotten; what cannot fade out ends at once.
                guard !place.unit.isNeutral, let neutral = place.unit.neutral else { continue }
                neutral.apply(to: place.filter)
                result.append(Place(unit: neutral, filter: place.filter))
            }
            oldIndex = end
        }
        func arrive(until end: Int) {
            for unit in new[next..<end] {
                let filter = isFresh ? unit.makeFilter() : (unit.neutral ?? unit).makeFilter()
                if !isFresh { unit.apply(to: filter) }
                result.append(Place(unit: unit, filter: filter))
            }
            next = end
        }
        for pair in kept {
            leave(until: pair.old)
            arrive(until: pair.new)
            let (place, unit) = (old[pair.old], new[pair.new])
            unit.apply(to: place.filter)
            result.append(Place(unit: unit, filter: place.filter))
            (oldIndex, next) = (pair.old + 1, pair.new + 1)
        }
        leave(until: old.count)
        arrive(until: new.count)
        return result
    }
}
