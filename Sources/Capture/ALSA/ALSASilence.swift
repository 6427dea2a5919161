import OnAirALSA

/// Why a microphone that can be opened hears nothing.
package struct ALSASilence: Hashable, Sendable {
    /// The microphone's name for people.
    package let microphone: String
    /// What is wrong, such as `“Mic” is switched off`.
    package let reason: String
    /// The command that ends it.
    package let command: String

    init(microphone: String, card: String, control: ALSACaptureControl) {
        self.microphone = microphone
        let isOff = control.isOn == false
        reason = isOff ? "“\(control.name)” is switched off" : "“\(control.name)” is at 0 %"
        let volume = control.percent == 0 ? " 80%" : ""
        command = "amixer -c \(card) sset '\(control.name)'\(volume)\(isOff ? " cap" : "")"
    }
}
