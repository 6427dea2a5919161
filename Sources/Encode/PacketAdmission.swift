/// Decides which video packets go on after one was lost: none that refer to it, so nothing until the next IDR picture.
/// A pure value.
package struct PacketAdmission: Equatable {
    /// A packet was lost, and no IDR picture has gone on since.
    package private(set) var isWaitingForKeyframe = false

    package init() {}

    /// Whether a packet may be offered.
    package func admits(isKeyframe: Bool) -> Bool { isKeyframe || !isWaitingForKeyframe }

    /// Notes what became of a packet.
    package mutating func note(isKeyframe: Bool, wasTaken: Bool) {
        if !wasTaken {
            isWaitingForKeyframe = true
        } else if isKeyframe {
            isWaitingForKeyframe = false
        }
    }
}
