import Foundation
import OnAirFFmpeg
import OnAirTestKit
import OnAirWire
import Testing

/// The clients of others authenticate at the test kit's server. That its check agrees with theirs makes it a judge of
/// ours.
@Suite(.serialized) struct ForeignClientAuthenticationTests {
    private static let password = "s3cret"

    private func connections(
        _ scheme: RTMPServerAuthentication.Scheme, password: String = password, app: String = "live",
        _ client: (UInt16) -> (String, [String])
    ) throws -> (connections: [AuthenticatingServer.Connection], isFine: Bool) {
        var script = RTMPServerScript()
        script.authentication = RTMPServerAuthentication(
            scheme: scheme, user: "alice", password: password, md5: MessageDigest.md5)
        let server = try AuthenticatingServer(script)
        let (name, arguments) = client(server.port)
        var isFine = true
        do { try Program.run("timeout", ["20", name] + arguments) } catch { isFine = false }
        return (try server.stop(), isFine)
    }

    private func ffmpeg(_ port: UInt16, app: String = "live") -> (String, [String]) {
        (
            "ffmpeg",
            [
                "-v", "quiet", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1", "-c:v", "flv1", "-f",
                "flv", "rtmp://alice:\(Self.password)@127.0.0.1:\(port)/\(app)/key",
            ]
        )
    }

    private func gstreamer(_ sink: String) -> (String, [String]) {
        (
            "gst-launch-1.0",
            ["-q"]
                + "videotestsrc num-buffers=10 ! video/x-raw,width=64,height=48 ! x264enc ! flvmux streamable=true !"
                .split(separator: " ").map(String.init) + sink.split(separator: "|").map(String.init)
        )
    }

    @Test(
        "FFmpeg authenticates at our server, by both schemes, and with an application that names its instance",
        arguments: RTMPServerAuthentication.Scheme.allCases, ["live", "live/inst"])
    func ffmpegClient(_ scheme: RTMPServerAuthentication.Scheme, _ app: String) throws {
        let (connections, isFine) = try connections(scheme, app: app) { ffmpeg($0, app: app) }
        #expect(isFine)
        #expect(connections.count == 3)
        #expect(connections.last?.commands.contains("publish") == true)
        #expect((connections.last?.media ?? 0) >= 10)
        // What FFmpeg says in the second connection is what we say.
        #expect(connections.dropFirst().first?.app == "\(app)?authmod=\(scheme.rawValue)&user=alice")
    }

    @Test("Our server refuses FFmpeg with another password")
    func ffmpegRefused() throws {
        for scheme in RTMPServerAuthentication.Scheme.allCases {
            let (connections, isFine) = try connections(scheme, password: "other") { ffmpeg($0) }
            #expect(!isFine)
            #expect(connections.count == 3)
            #expect(connections.allSatisfy { $0.commands == ["connect"] })
        }
    }

    @Test(
        "GStreamer authenticates at our server by the adobe scheme", .enabled(if: Program.isInstalled("gst-launch-1.0"))
    )
    func gstreamerClient() throws {
        let (connections, isFine) = try connections(.adobe) {
            gstreamer("rtmp2sink|location=rtmp://alice:\(Self.password)@127.0.0.1:\($0)/live/key")
        }
        #expect(isFine)
        #expect(connections.count == 3)
        #expect((connections.last?.media ?? 0) >= 10)
    }

    /// By llnw only: with a challenge of adobe, Debian's librtmp corrupts its own memory.
    @Test("librtmp authenticates at our server by the llnw scheme", .enabled(if: Program.isInstalled("gst-launch-1.0")))
    func librtmpClient() throws {
        let (connections, isFine) = try connections(.llnw) {
            gstreamer(
                "rtmpsink|location=rtmp://127.0.0.1:\($0)/live/key pubUser=alice pubPasswd=\(Self.password) live=1")
        }
        #expect(isFine)
        #expect(connections.last?.commands.contains("publish") == true)
        #expect((connections.last?.media ?? 0) >= 10)
    }
}
