import OnAirMedia

/// What is to be done to the old and the new picture at one moment of a transition. A pure value.
package enum TransitionFrame: Equatable, Sendable {
    /// The old one alone.
    case old
    /// The new one alone.
    case new
    /// The new one shows through: `amount` of 256.
    case fade(amount: Int)
    /// The same, then blurred by `radius` pixels.
    case blur(amount: Int, radius: Int)
    /// The old one lies moved by (x, y), the new one beside it, where it pushes from. Even numbers.
    case push(x: Int, y: Int)
    /// The old one, brightened by `amount` of 256.
    case brightOld(amount: Int)
    /// The new one, brightened by `amount` of 256.
    case brightNew(amount: Int)

    /// - Parameters:
    ///   - progress: 0…1, in time.
    ///   - size: the pictures'.
    package init(_ kind: PictureTransition.Kind, progress: Double, size: PictureSize) {
        guard progress > 0 else {
            self = .old
            return
        }
        guard progress < 1, kind != .cut else {
            self = .new
            return
        }
        let amount = Int((256 * progress).rounded())
        let eased = Easing.smooth(progress)
        func way(_ side: Int) -> Int { 2 * Int((eased * Double(side) / 2).rounded()) }
        switch kind {
        case .cut: self = .new
        case .move, .fade: self = .fade(amount: amount)
        case .blur:
            let strength = 1 - abs(2 * progress - 1)
            let radius = Int((strength * Double(min(size.width, size.height)) / 20).rounded())
            self = .blur(amount: amount, radius: radius)
        case .pushLeft: self = .push(x: -way(size.width), y: 0)
        case .pushRight: self = .push(x: way(size.width), y: 0)
        case .pushUp: self = .push(x: 0, y: -way(size.height))
        case .pushDown: self = .push(x: 0, y: way(size.height))
        case .flash:
            self =
                progress < 0.5
                ? .brightOld(amount: Int((512 * progress).rounded()))
                : .brightNew(amount: Int((512 * (1 - progress)).rounded()))
        }
    }

    /// Whether the old picture is needed.
    package var showsOld: Bool {
        switch self {
        case .new, .brightNew: false
        case .old, .fade, .blur, .push, .brightOld: true
        }
    }

    /// Whether the new picture is needed.
    package var showsNew: Bool {
        switch self {
        case .old, .brightOld: false
        case .new, .fade, .blur, .push, .brightNew: true
        }
    }
}
