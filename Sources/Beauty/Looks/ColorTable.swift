import OnAirMedia
import OnAirPixels

/// What a stack of colour adjustments and looks makes of every colour, worked out once: pictures are then changed by
/// looking colours up, whatever the stack holds.
///
/// Immutable, and shared by any number of filters. Made by `ColorStack.table()`, off the picture thread: it takes
/// milliseconds and holds 6 MB, 3 for each matrix of limited range.
public struct ColorTable: Sendable {
    let bt601: ColorLookup
    let bt709: ColorLookup

    init(_ stack: ColorStack) {
        bt601 = ColorLattice.lookup(stack, .bt601)
        bt709 = ColorLattice.lookup(stack, .bt709)
    }

    /// The one for pictures of `matrix`.
    package func lookup(for matrix: ColorDescription.Matrix) -> ColorLookup {
        switch matrix {
        case .bt601: bt601
        case .bt709: bt709
        }
    }
}
