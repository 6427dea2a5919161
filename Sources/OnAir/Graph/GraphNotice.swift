import OnAirMedia

/// What the stages tell the kit, from their own threads, in order.
package enum GraphNotice: Sendable {
    /// A second has passed.
    case tick(HostTime)
    /// An output does something else now.
    case output(id: Int, OutputStatus.State)
    /// Camera or microphone is lost, is back, or has no more to give.
    case device(DeviceStatus)
    /// An output's network does something.
    case network(NetworkEvent)
    /// The encoder does less, or more again.
    case encoderLoad(EncoderLoad)
    /// A layer's video was lost; its last picture stays.
    case layerLost(BroadcastError)
    /// An encoder ended before its input did.
    case encoderFailed(BroadcastError)
}
