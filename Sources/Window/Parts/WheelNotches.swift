/// Makes whole notches of what a wheel or a trackpad turns: each is one step of the zoom. A pure value.
package struct WheelNotches: Equatable, Sendable {
    private var rest = 0.0

    package init() {}

    /// How many notches a further turn completes: above zero for up, below for down.
    package mutating func turn(_ amount: Double) -> Int {
        guard amount.isFinite else { return 0 }
        // Who turns back wants to go back at once.
        if rest * amount < 0 { rest = 0 }
        rest += min(max(amount, -8), 8)
        let whole = rest.rounded(.towardZero)
        rest -= whole
        return Int(whole)
    }
}
