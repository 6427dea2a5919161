import OnAir
import OnAirHTTP
import OnAirTerminal

/// The newest status, served to other programs of this machine as metrics.
package final class MetricsPage: Sendable {
    /// What both threads know.
    private final class Newest: Sendable {
        let status = Lock(LiveStatus())
    }

    private let newest = Newest()
    private let server: LoopbackHTTPServer

    /// - Parameter port: 0 takes any that is free.
    /// - Throws: where the port cannot be had.
    package init(port: UInt16) throws(HTTPServerError) {
        server = try LoopbackHTTPServer(port: port) { [newest] path in
            guard path == "/metrics" else { return nil }
            let text = PrometheusText.page(newest.status.withLock { $0 }, version: StreamerKit.version)
            return LoopbackHTTPServer.Answer(text, type: PrometheusText.mediaType)
        }
    }

    /// The port it has.
    package var port: UInt16 { server.port }

    func show(_ status: LiveStatus) { newest.status.withLock { $0 = status } }

    package func stop() { server.stop() }
}
