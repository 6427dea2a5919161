/// Something that happened in a capture session, in the order it happened.
public enum CaptureSessionEvent: Sendable {
    /// The session runs.
    case started
    /// The session has stopped.
    case stopped
    /// A device is lost; it is tried again until it is back or its input is removed.
    case interrupted(CaptureDeviceInput, CaptureError)
    /// A lost device gives samples again.
    case interruptionEnded(CaptureDeviceInput)
    /// A device has no more to give.
    case ended(CaptureDeviceInput)
    /// This listener was too slow and missed so many events at this place.
    case missed(Int)
}
