/// A switch or a volume in the way of what a card records, as its mixer shows it.
package struct ALSACaptureControl: Hashable, Sendable {
    /// The mixer's name for it, such as `Mic`.
    package var name: String
    /// Whether any channel is switched on; nil where there is no switch.
    package var isOn: Bool?
    /// The loudest channel, 0…100; nil where there is no volume.
    package var percent: Int?

    package init(name: String, isOn: Bool? = nil, percent: Int? = nil) {
        (self.name, self.isOn, self.percent) = (name, isOn, percent)
    }

    /// The control that keeps a card from hearing anything; nil where none does.
    ///
    /// Where a card has several switches, one that is on is enough: the others belong to other inputs. A boost at zero
    /// takes nothing away.
    package static func silencer(among controls: [ALSACaptureControl]) -> ALSACaptureControl? {
        let switches = controls.filter { $0.isOn != nil }
        if let first = switches.first, switches.allSatisfy({ $0.isOn == false }) { return first }
        let volumes = controls.filter { $0.percent != nil && $0.isOn != false && !$0.name.hasSuffix("Boost") }
        if let first = volumes.first, volumes.allSatisfy({ $0.percent == 0 }) { return first }
        return nil
    }
}
