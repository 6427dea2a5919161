/// Whose network the encoder follows.
extension BroadcastGraph {
    /// Lets an output's network decide bitrate and frame rate from now on. Nil, or an output that is no destination of
    /// this graph: none does, and the bitrate is the one of the configuration.
    ///
    /// - Parameter output: its number. The encoders must run, and the output be there; both end what it says.
    package func lead(_ output: Int?) {
        let found = outputs.first { $0.id == output && $0.kind == .destination }
        encode?.steering.lead(found.map { SteeringBox.Leader(id: $0.id, monitor: $0.monitor) })
    }

    /// What the encoder is made to do; nil while there is no encoder for pictures.
    package var steering: SteeringSnapshot? {
        guard let encode, encode.format.video != nil else { return nil }
        return encode.steering.snapshot
    }
}
