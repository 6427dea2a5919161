/// Something that happened, in the order it happened.
public enum BroadcastEvent: Equatable, Sendable {
    /// Capture entered this state.
    case capture(CaptureState)
    /// The stream entered this state.
    case stream(StreamState)
    /// A destination or recording entered this state.
    case output(OutputStatus)
    /// A camera or microphone does something else now.
    case device(DeviceStatus)
    /// A second has passed.
    case statistics(BroadcastStatistics)
    /// This listener was too slow and missed so many events at this place.
    case missed(Int)
}
