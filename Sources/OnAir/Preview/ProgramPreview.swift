import OnAirMedia

/// A look at the preview: whoever made it is given each picture until it is cancelled or capture ends.
///
/// The preview's pictures are made only while somebody looks; letting go of this is the end of looking, too.
public final class ProgramPreview: Sendable {
    private let stop: StopRequest

    init(stop: StopRequest) { self.stop = stop }

    deinit { stop.request() }

    /// No further picture is given, but for one that is being handed over.
    public func cancel() { stop.request() }
}
