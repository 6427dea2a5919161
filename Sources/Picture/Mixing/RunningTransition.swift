import OnAirMedia

/// A transition that has begun: how far it is, at any time. A pure value.
package struct RunningTransition: Equatable, Sendable {
    package let kind: PictureTransition.Kind
    private let start: MediaTime
    private let duration: MediaTime

    /// - Parameter start: the program time of the first picture that it may show in: that one is still the old one.
    package init(_ transition: PictureTransition, start: MediaTime) {
        kind = transition.kind
        self.start = start
        duration = transition.duration
    }

    /// 0 (all of the old one) … 1 (the new one).
    package func progress(at time: MediaTime) -> Double {
        let (past, whole) = ((time - start).nanoseconds, duration.nanoseconds)
        guard kind != .cut, whole > 0, past < whole else { return 1 }
        return Double(max(past, 0)) / Double(whole)
    }
}
