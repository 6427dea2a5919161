import OnAirMedia
import OnAirPixels

/// Where a colour filter is on its way from one table to the next. Decides by the pictures' times alone.
struct ColorRamp {
    /// Where a fade begins.
    private enum Origin {
        case table(ColorTable?)
        /// What another fade had got to, in tables of one matrix.
        case kept(ColorDescription.Matrix)
    }

    /// Room for mixed tables; without it changes come at once.
    var room: ColorFade?
    private var target: ColorTable?
    private var number = 0
    /// Nil where `target` is shown.
    private var origin: Origin?
    private var start = MediaTime.zero
    /// What the room holds: how far along which fade.
    private var mixed: (amount: Int, matrix: ColorDescription.Matrix)?

    init(_ table: ColorTable?) { target = table }

    /// Sees to it that the filter goes to `table`, from `time` on, where it is another than before.
    mutating func aim(at table: ColorTable?, number: Int, _ time: MediaTime) {
        guard number != self.number else { return }
        self.number = number
        if let mixed, let room, origin != nil {
            room.keep()
            origin = .kept(mixed.matrix)
        } else if origin == nil {
            origin = target == nil && table == nil ? nil : .table(target)
        }
        mixed = nil
        (target, start) = (table, time)
    }

    mutating func apply(to picture: inout MutablePicture, at time: MediaTime) {
        let matrix = picture.format.color.matrix
        // A program that begins anew has times from 0 again.
        start = min(start, time)
        let passed = min(time - start, ColorFilter.rampTime)
        let amount = Int(passed.nanoseconds * 256 / ColorFilter.rampTime.nanoseconds)
        guard let origin, amount < 256, let room else {
            self.origin = nil
            mixed = nil
            target?.lookup(for: matrix).apply(to: &picture)
            return
        }
        let first: ColorLookup?
        switch origin {
        case .table(let table):
            if amount == 0 {
                table?.lookup(for: matrix).apply(to: &picture)
                return
            }
            first = table?.lookup(for: matrix) ?? .identity
        case .kept(let kept):
            // Pictures of another matrix are of another stream: there is nothing to fade from.
            guard kept == matrix else {
                self.origin = nil
                return apply(to: &picture, at: time)
            }
            first = nil
        }
        if mixed?.amount != amount || mixed?.matrix != matrix {
            room.mix(first, target?.lookup(for: matrix) ?? .identity, amount: amount)
            mixed = (amount, matrix)
        }
        room.apply(to: &picture)
    }
}
