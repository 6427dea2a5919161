/// Gets what data outputs hand over. One delegate may serve several outputs: the connection tells video from sound.
///
/// Called on the queue that was set with it, one call at a time for each output and in the order of capture, whatever
/// kind of queue it is. The output holds its delegate weakly.
public protocol CaptureDataOutputDelegate: AnyObject, Sendable {
    /// A sample has been captured.
    func captureOutput(
        _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection)

    /// Samples were lost at this place. Does nothing unless it is written.
    func captureOutput(_ output: any CaptureOutput, didDrop drop: CaptureDrop, from connection: CaptureConnection)
}

extension CaptureDataOutputDelegate {
    public func captureOutput(
        _ output: any CaptureOutput, didDrop drop: CaptureDrop, from connection: CaptureConnection
    ) {}
}
