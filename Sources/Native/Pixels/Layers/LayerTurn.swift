import OnAirMedia

/// What a rotation comes to: whole quarter turns, which move pixels as they are, or anything else. A pure value.
struct LayerTurn {
    /// Where the layer lies, after whole quarter turns; as it was, where `rotation` is to follow.
    let frame: PictureRect
    /// The whole quarter turns.
    let orientation: ImageOrientation
    /// What cannot be done by quarter turns; nil where there is no such thing.
    let rotation: LayerRotation?

    /// - Parameter degrees: clockwise about the middle of `frame`; what is no number counts as 0.
    init(_ frame: PictureRect, degrees: Double) {
        let angle = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 0
        let quarters = (angle / 90).rounded()
        let turns = ImageOrientation(quarterTurns: Int(quarters), mirrored: false)
        // A quarter turn about the corner of a pixel or its middle leaves pixels whole; about anything else it does not.
        let movesWhole = !turns.exchangesAxes || (frame.width - frame.height).isMultiple(of: 2)
        guard angle == quarters * 90, movesWhole else {
            (self.frame, orientation, rotation) = (frame, .up, LayerRotation(frame, degrees: angle))
            return
        }
        let excess = turns.exchangesAxes ? (frame.width - frame.height) / 2 : 0
        let size = frame.size.turned(turns)
        self.frame = PictureRect(x: frame.x + excess, y: frame.y - excess, width: size.width, height: size.height)
        (orientation, rotation) = (turns, nil)
    }
}
