import OnAirALSA
import OnAirMedia

extension CaptureError {
    /// What a card's refusal means for whoever opens a microphone.
    ///
    /// - Parameters:
    ///   - microphone: its name for people.
    ///   - holders: the programs that have it open, as far as they can be seen.
    ///   - group: the group that may open it; nil where none may.
    package init(opening error: ALSAError, _ microphone: String, holders: [String] = [], group: String? = "audio") {
        if error.isBusy {
            let who = holders.isEmpty ? "another program" : holders.joined(separator: " and ")
            self.init(
                .busy, "\(microphone) is in use by \(who).",
                advice: "End that program, or start a sound server: programs can share a microphone through one.")
        } else if error.isDenied {
            let admission = group.map {
                "sudo usermod -aG \($0) USER, then log in again (a container needs --group-add \($0))"
            }
            self.init(
                .denied, "This user may not open \(microphone)\(group.map { ": only the group \($0) may" } ?? "").",
                advice: "\(admission ?? "Give this user the right to read and write it (a udev rule)").")
        } else if error.isMissing {
            self.init(
                .missing, "\(microphone) is not connected.", advice: "Connect it, or choose another microphone.")
        } else {
            self.init(
                .unusable, "\(microphone) gives no sound that can be used. \(error.message)",
                advice: "Try it with arecord -D \(error.name) -d 1 /dev/null, or choose another microphone.")
        }
    }

    /// What it means for a microphone that runs.
    init(running error: ALSAError, _ microphone: String) {
        let isGone = error.isGone
        self.init(
            .lost, isGone ? "\(microphone) was unplugged." : "\(microphone) gives no sound any more. \(error.message)",
            advice: isGone ? "Plug it in again." : "Unplug it and plug it in again.")
    }
}
