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
    /// The network does something that viewers or the encoder will notice.
    case network(NetworkEvent)
    /// Another output leads from now on: its network decides the program's bitrate. Nil: none does.
    case leader(Int?)
    /// The encoder does less, or more again, because of this machine's speed.
    case encoderLoad(EncoderLoad)
    /// A layer's video was lost for this reason; its last picture stays, and the program goes on.
    case layerLost(BroadcastError)
    /// A second has passed.
    case statistics(BroadcastStatistics)
    /// This listener was too slow and missed so many events at this place.
    case missed(Int)
}
