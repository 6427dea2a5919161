import OnAirCapture
import OnAirMedia
import OnAirPicture

/// Everything that is opened before capture runs, on its way from the thread that opened it to the graph.
struct OpenedCapture: Sendable {
    let devices: CaptureDevices
    let runner: ThreadRunner
    let layers: ProgramLayers
    let picture: PictureChange

    /// Opens devices and reads what the scene shows. Slow.
    ///
    /// - Parameter texts: what live texts say by names of the app's own.
    /// - Throws: `BroadcastError` with the device's own code, or `.invalidScene`; nothing stays open then.
    init(
        opening configuration: BroadcastConfiguration, from catalog: CaptureDeviceCatalog, texts: [String: String],
        log: Log, tell: @escaping @Sendable (GraphNotice) -> Void
    ) throws(BroadcastError) {
        devices = try CaptureDevices(opening: configuration, from: catalog)
        runner = ThreadRunner()
        layers = ProgramLayers(
            runner: runner, log: log, variables: TextVariables(values: .init(named: texts)),
            failed: { _, error in tell(.layerLost(BroadcastError(error))) })
        do throws(BroadcastError) {
            picture = try layers.load(configuration, after: nil)
        } catch {
            layers.close()
            throw error
        }
    }
}
