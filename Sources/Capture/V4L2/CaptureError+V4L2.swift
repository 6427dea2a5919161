import Glibc
import OnAirV4L2

extension CaptureError {
    /// What a driver's refusal means for whoever opens the camera `name`.
    ///
    /// - Parameters:
    ///   - group: the group that may use the node; nil where there is none that may.
    ///   - holders: programs that have it open, `NAME (PID)`.
    init(opening error: V4L2Error, of name: String, group: String? = nil, holders: [String] = []) {
        switch error.number {
        case ENOENT, ENODEV, ENXIO:
            self.init(.missing, "\(name) is not connected.", advice: "Connect it, or choose another device.")
        case EACCES, EPERM:
            self.init(
                .denied, "This user may not open \(name) (\(error.path)).",
                advice: group.map { "Join the group “\($0)”: sudo usermod -aG \($0) $USER, then log in again." }
                    ?? "Give this user the right to read and write \(error.path) (a udev rule).")
        case EBUSY:
            let holder = holders.isEmpty ? "another program" : holders.joined(separator: ", ")
            self.init(
                .busy, "\(name) (\(error.path)) is used by \(holder).",
                advice: "End that program, or choose another device.")
            isHeldElsewhere = !holders.isEmpty
        case ENOSPC:
            self.init(
                .busy, "\(name) finds no room for its pictures on its USB bus.",
                advice: "Plug it into a socket of its own, without a hub, or ask it for a smaller size.")
        default: self.init(.unusable, "\(name): \(error.message)")
        }
    }

    /// What it means for a camera that runs.
    init(running error: V4L2Error, of name: String) {
        switch error.number {
        // Found out when streaming begins: another camera has the bus, or another program the device's buffers.
        case ENOSPC, EBUSY:
            self.init(
                .busy, "\(name) cannot start beside what else runs on its bus: \(error.message)",
                advice: "Plug it into a socket of its own, without a hub, or ask it for a smaller size.")
            return
        default: break
        }
        self.init(.lost, "\(name) has gone: \(error.message)", advice: "Check the device and its cable.")
    }
}
