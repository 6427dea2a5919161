import Glibc
import OnAirMedia
import OnAirV4L2

extension CaptureError {
    /// A control call that failed.
    ///
    /// - Parameters:
    ///   - name: the camera's, for people.
    ///   - control: the named setting it was for; nil where the control is only the driver's.
    ///   - spelling: what the control is called; nil where the device was asked as a whole.
    init(_ error: V4L2Error, of name: String, control: CameraControl? = nil, _ spelling: String? = nil) {
        let reason = String(cString: strerror(error.number))
        let what = spelling.map { "\(name) refused \($0): \(reason)" } ?? error.message
        switch error.number {
        case _ where error.isGone:
            self.init(.lost, "\(name) is gone.", advice: "Connect it again.", control: control, controlName: spelling)
        case EBUSY:
            self.init(
                .busy, "\(what).", advice: "Another program has this control, or pictures must stop first.",
                control: control, controlName: spelling)
        case EPERM:
            self.init(
                .denied, "\(what).", advice: "Another program has priority.", control: control, controlName: spelling)
        case ERANGE, EINVAL:
            self.init(
                .refused, "\(what).", advice: "Look at what it may be with `onair camera show`.", control: control,
                controlName: spelling)
        case EACCES:
            self.init(
                .refused, "\(what): it cannot be set now.", advice: "Turn off the automatic mode that sets it.",
                control: control, controlName: spelling)
        default:
            self.init(
                .refused, "\(what).", advice: "The device failed; unplug it and plug it in again.", control: control,
                controlName: spelling)
        }
    }
}
