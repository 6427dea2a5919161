import OnAirMedia

/// What is in a layer's cell, as of the last tick, and how far its animation is: the same for both mixers. Belongs to the
/// picture stage's thread.
final class LayerMaterial {
    /// Which content it is, and which picture of it.
    struct Stamp: Hashable {
        var edition: Int
        var frame = 0
    }

    let cell: LayerCell
    private(set) var content: LayerContent
    private(set) var stamp: Stamp
    private var times: AnimationTimes?
    /// The program time of the first picture that an animation has shown in.
    private var start: MediaTime?

    init(_ cell: LayerCell) {
        self.cell = cell
        let value = cell.value
        (content, stamp) = (value.content, Stamp(edition: value.edition))
        prepare()
    }

    /// Looks into the cell; whether something else shows at `time` than before.
    func refresh(at time: MediaTime) -> Bool {
        let value = cell.value
        let before = stamp
        if value.edition != stamp.edition {
            (content, stamp) = (value.content, Stamp(edition: value.edition))
            prepare()
        }
        if let times {
            let start = start ?? time
            self.start = start
            stamp.frame = times.frame(at: time - start)
        }
        return stamp != before
    }

    /// Whether it goes on changing by itself.
    func isLive(at time: MediaTime) -> Bool {
        if case .picture = content { return true }
        guard let times else { return false }
        return !times.isOver(at: time - (start ?? time))
    }

    /// The size of what it shows, as the layer's orientation finds it; nil while there is nothing.
    var size: PictureSize? {
        switch content {
        case .nothing: nil
        case .images(let sequence): sequence.size
        case .drawing(_, _, let canvas): canvas
        case .picture(let picture): picture.format.size.turned(picture.orientation)
        }
    }

    private func prepare() {
        start = nil
        times = nil
        if case .images(let sequence) = content, sequence.isAnimated { times = AnimationTimes(sequence) }
    }
}
