import COnAirV4L2
import Glibc

/// Finds every control of a device, also of one that breaks the list.
///
/// A driver lists its controls one after the other, each call asking for the next. A device that fails when it is asked
/// about one of them ends the list there, and the rest would be lost: so every known control is asked for by its own
/// number too.
package struct V4L2ControlSurvey: Sendable {
    /// In the driver's order: by number.
    package private(set) var controls: [V4L2Control] = []
    /// Controls that the device failed to tell about.
    package private(set) var failed: [UInt32] = []

    /// A device that does not answer costs seconds each time: after so many failures the rest is left alone.
    private static let mostFailures = 6

    /// - Throws: `V4L2Error` where the device is gone. Whatever else fails is left out.
    package init(of node: V4L2Node) throws(V4L2Error) {
        var found: [UInt32: V4L2Control] = [:]
        var asked: Set<UInt32> = []
        let isWhole = try list(node, after: 0, into: &found, &asked)
        for id in V4L2ControlID.known where found[id] == nil && !asked.contains(id) && !isSpent {
            try ask(node, id, into: &found)
        }
        // What stands behind the place where the list broke, and is not known: a driver's own controls are numbered
        // after the known ones of a class, or after all of them.
        if !isWhole, !isSpent {
            for last in [0x0098_1fff, V4L2ControlID.known.last ?? 0] {
                _ = try list(node, after: last, into: &found, &asked)
            }
        }
        controls = found.values.sorted { $0.id < $1.id }
    }

    private var isSpent: Bool { failed.count >= Self.mostFailures }

    /// Asks for one control after the other; false where a failure ended it.
    private mutating func list(
        _ node: V4L2Node, after first: UInt32, into found: inout [UInt32: V4L2Control], _ asked: inout Set<UInt32>
    ) throws(V4L2Error) -> Bool {
        var last = first
        while true {
            do throws(V4L2Error) {
                let (id, control) = try node.describeControl(
                    last | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL))
                // A driver that goes back would do so for ever.
                guard id > last else { return true }
                last = id
                asked.insert(id)
                if let control { found[id] = control }
            } catch {
                if error.isGone { throw error }
                return error.number == EINVAL || error.number == ENOTTY
            }
        }
    }

    private mutating func ask(
        _ node: V4L2Node, _ id: UInt32, into found: inout [UInt32: V4L2Control]
    ) throws(V4L2Error) {
        do throws(V4L2Error) {
            if let control = try node.describeControl(id).control { found[id] = control }
        } catch {
            if error.isGone { throw error }
            if error.number != EINVAL, error.number != ENOTTY { failed.append(id) }
        }
    }
}
