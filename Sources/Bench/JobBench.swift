import Foundation

/// The whole job of a host: 720p30 from a raw YUYV file, skin smoothed, logo and text over it, voice with music, x264
/// superfast with one thread and AAC, to RTMP; and once more on one processor alone, where no picture may be late.
///
/// ffmpeg smooths luma with `bilateral`, lightens it with `lutyuv`, and does the rest with `overlay`, `drawtext` and `amix`.
/// OBS has nothing that smooths skin: where it is installed, its figure is for the same job without that, rendered in
/// software on a desktop that nobody sees, since there is no GPU.
struct JobBench {
    let tools: BenchTools
    private static let text = "On air since 00:12:34, Berlin"

    func run(rounds: Int) async throws -> [BenchResult] {
        let files = try makeFiles()
        let bench = ThroughputBench(tools: tools)
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            tools.progress("the whole job, round \(round + 1) of \(rounds)")
            ours.append(try await bench.measure { onair(files, to: $0) }.cpuPerPicture * 1000)
            theirs.append(try await bench.measure { ffmpeg(files, to: $0) }.cpuPerPicture * 1000)
        }
        tools.progress("the whole job on one processor")
        _ = try await bench.measure { ["taskset", "-c", "0"] + onair(files, to: $0) }
        let lagged = try laggedPictures()
        var results = [
            BenchResult(
                "the whole job with skin smoothing, per picture", unit: "ms", ours: ThroughputBench.median(ours),
                peer: "ffmpeg", theirs: ThroughputBench.median(theirs), limit: 0.5, rule: .ratioAtMost),
            BenchResult(
                "pictures lagged on one processor", unit: "", ours: Double(lagged), limit: 0, rule: .atMost),
        ]
        let studio = StudioBench(tools: tools)
        if studio.isInstalled {
            tools.progress("the whole job, OBS without skin smoothing")
            let peer = try await studio.run(clip: files.clip, logo: files.logo, text: Self.text)
            results.append(
                BenchResult(
                    "the whole job beside OBS without smoothing, per picture", unit: "ms",
                    ours: ThroughputBench.median(ours), peer: "OBS", theirs: peer.cpuPerPicture * 1000, limit: 0.5,
                    rule: .ratioAtMost))
        }
        return results
    }

    private struct Files {
        let clip: String
        let voice: String
        let logo: String
        /// A video whose picture is tiny and hidden, for its sound.
        let music: String
    }

    private func makeFiles() throws -> Files {
        let voice = try tools.made("voice.wav") { path in
            [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
                "anoisesrc=color=pink:sample_rate=48000:duration=10:seed=1,tremolo=f=4,volume=0.3", path,
            ]
        }
        let music = try tools.made("music.mp4") { path in
            [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", "color=size=16x16:rate=5:duration=10",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=10", "-c:a", "aac", path,
            ]
        }
        let logo = try tools.made("logo.png") { path in
            [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
                "color=color=red@0.7:size=160x80,format=rgba", "-frames:v", "1", path,
            ]
        }
        let clip = try tools.made("face-720p30.nut") { path in
            [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-loop", "1", "-framerate", "30", "-i",
                try SkinClip.face(), "-vf",
                "scale=1600:1600:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv444p,"
                    + "crop=1280:720:'64+60*(1+sin(n/20))':36,noise=alls=6:allf=t,format=yuyv422",
                "-frames:v", "300", "-c:v", "rawvideo", "-f", "nut", path,
            ]
        }
        return Files(clip: clip, voice: voice, logo: logo, music: music)
    }

    private func onair(_ files: Files, to address: String) -> [String] {
        [
            tools.onair, "live", "--camera", "file:\(files.clip)", "--mic",
            "file:\(files.voice)", "--video", files.music, "--camera-place", "0,0,1,1", "--to", address, "--size",
            "1280x720", "--fps", "30", "--bitrate", "3000", "--audio-bitrate", "128", "--preset", "superfast",
            "--threads", "1", "--filter", "skin:natural,smooth=0.7,whiten=0.3,ruddy=0.2", "--logo", files.logo,
            "--place", "0.1,0.05,0.125,0", "--text", Self.text, "--place", "0.05,0.85,0,0.05", "--duration", "10",
            "--adapt", "off", "--json",
        ]
    }

    private func ffmpeg(_ files: Files, to address: String) -> [String] {
        let text =
            "drawtext=font=Monospace:text='On air since 00\\:12\\:34, Berlin':fontcolor=white:fontsize=36:x=64:y=612"
        return [
            "ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1",
            "-filter_complex_threads", "1", "-re", "-i", files.clip, "-i", files.voice, "-i", files.music, "-i",
            files.logo, "-filter_complex",
            "[0:v]format=yuv420p,bilateral=sigmaS=3:sigmaR=0.1,lutyuv=y=val+8[skin];"
                + "[3:v]null[logo];[skin][logo]overlay=128:36,\(text)[v];[1:a][2:a]amix=inputs=2[a]",
            "-map", "[v]", "-map", "[a]", "-c:v", "libx264", "-preset", "superfast", "-tune", "zerolatency",
            "-profile:v", "high", "-threads", "1", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0", "-b:v",
            "3000k", "-maxrate", "3000k", "-bufsize", "3000k", "-c:a", "aac", "-b:a", "128k", "-t", "10", "-f", "flv",
            address,
        ]
    }

    /// How many moments passed without a picture in the run whose output is in the log.
    private func laggedPictures() throws -> Int {
        let text = try String(contentsOfFile: tools.log, encoding: .utf8)
        guard let mark = text.range(of: "\"lagged\":", options: .backwards) else {
            throw BenchError("onair told nothing of its pictures; see \(tools.log)")
        }
        return Int(text[mark.upperBound...].prefix { $0.isNumber }) ?? 0
    }
}
