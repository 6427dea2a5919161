import Foundation
import Glibc

/// OBS with a scene of a video file, a logo and a line of text, streaming for ten seconds from a desktop that nobody sees.
struct StudioBench {
    let tools: BenchTools

    /// Whether OBS and a desktop for it are here.
    var isInstalled: Bool {
        ["obs", "Xvfb"].allSatisfy { name in FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") }
    }

    /// - Throws: where OBS does not stream.
    func run(clip: String, logo: String, text: String) async throws -> ThroughputBench.Run {
        let home = try tools.emptyFolder("obs")
        let sink = try SinkServer()
        try configure(home, address: sink.address, clip: clip, logo: logo, text: text)
        let desktop = try MeasuredChild(
            ["Xvfb", ":\(Self.display)", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], log: tools.log + ".xvfb")
        defer {
            kill(desktop.pid, SIGTERM)
            _ = desktop.wait()
        }
        let obs = try MeasuredChild(
            ["obs", "--startstreaming", "--multi", "--minimize-to-tray"],
            log: tools.log,
            environment: [
                "HOME": home, "XDG_CONFIG_HOME": home + "/.config", "XDG_RUNTIME_DIR": home,
                "DISPLAY": ":\(Self.display)",
                "QT_QPA_PLATFORM": "xcb", "LIBGL_ALWAYS_SOFTWARE": "1",
            ])
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { sink.giveUp() }
        await sink.wait(forPictures: Self.pictures)
        kill(obs.pid, SIGINT)
        let usage = obs.wait()
        let delivery = sink.delivery
        guard delivery.pictures >= Self.pictures else { throw BenchError("OBS did not stream; see \(tools.log)") }
        return ThroughputBench.Run(
            cpuPerPicture: usage.cpuSeconds / Double(delivery.pictures), peakBytes: Double(usage.peakBytes),
            firstKeyframe: .nan, pictures: Double(delivery.pictures))
    }

    private static let display = 77
    private static let pictures = 300
    /// Seconds for OBS to start and to deliver them.
    private static let patience = 60.0

    /// Writes what OBS keeps of a user's settings: a profile that streams to `address`, and a scene.
    private func configure(
        _ home: String, address: String, clip: String, logo: String, text: String
    ) throws {
        let root = home + "/.config/obs-studio"
        try FileManager.default.createDirectory(
            atPath: root + "/basic/profiles/Bench", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: root + "/basic/scenes", withIntermediateDirectories: true)
        func write(_ path: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: root + "/" + path))
        }
        func json(_ value: Any) throws -> String {
            String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
        }
        try write(
            "global.ini",
            """
            [General]
            FirstRun=true
            EnableAutoUpdates=false
            ConfirmOnExit=false
            [Basic]
            Profile=Bench
            ProfileDir=Bench
            SceneCollection=Bench
            SceneCollectionFile=Bench
            [BasicWindow]
            WarnBeforeStartingStream=false
            """)
        try write(
            "basic/profiles/Bench/basic.ini",
            """
            [General]
            Name=Bench
            [Video]
            BaseCX=1280
            BaseCY=720
            OutputCX=1280
            OutputCY=720
            FPSType=0
            FPSCommon=30
            [Output]
            Mode=Simple
            [SimpleOutput]
            VBitrate=3000
            ABitrate=128
            StreamEncoder=x264
            UseAdvanced=true
            Preset=superfast
            """)
        let parts = address.split(separator: "/").map(String.init)
        let server = "rtmp://\(parts[1])/\(parts[2])"
        try write(
            "basic/profiles/Bench/service.json",
            try json([
                "type": "rtmp_custom", "settings": ["server": server, "key": parts[3], "use_auth": false],
            ]))
        func item(_ name: String, _ id: Int, x: Double, y: Double, scale: Double) -> [String: Any] {
            ["name": name, "id": id, "visible": true, "pos": ["x": x, "y": y], "scale": ["x": scale, "y": scale]]
        }
        let items = [
            item("clip", 1, x: 0, y: 0, scale: 1), item("logo", 2, x: 128, y: 36, scale: 1),
            item("text", 3, x: 64, y: 612, scale: 1),
        ]
        let clipSettings: [String: Any] = [
            "is_local_file": true, "local_file": clip, "looping": true, "hw_decode": false,
        ]
        let textSettings: [String: Any] = [
            "text": text, "font": ["face": "DejaVu Sans Mono", "size": 36, "style": "Book", "flags": 0],
        ]
        let logoPath = URL(filePath: logo).path
        try write(
            "basic/scenes/Bench.json",
            try json([
                "name": "Bench", "current_scene": "Scene", "current_program_scene": "Scene",
                "scene_order": [["name": "Scene"]],
                "sources": [
                    ["id": "ffmpeg_source", "name": "clip", "settings": clipSettings],
                    ["id": "image_source", "name": "logo", "settings": ["file": logoPath]],
                    ["id": "text_ft2_source_v2", "name": "text", "settings": textSettings],
                    ["id": "scene", "name": "Scene", "settings": ["id_counter": 3, "items": items]],
                ],
            ]))
    }
}
