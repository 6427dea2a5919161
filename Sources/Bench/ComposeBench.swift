import Foundation
import OnAirMedia
import OnAirPicture
import OnAirPixels

/// 720p YUYV from a camera to a program picture with a logo and a line of text, on one core, beside `ffmpeg`'s `format`,
/// `overlay` and `drawtext`.
///
/// ffmpeg's figure is its processor time for a raw clip with these filters into its null output, less that for the same
/// clip without filters, so that starting, reading and the null output do not count. Ours is the processor time of the
/// picture stage's thread from a camera's picture to the program's: pacing, conversion, layers, statistics. Text is the
/// same in both; ffmpeg lays it out for each picture, the stage when it changes.
struct ComposeBench {
    let tools: BenchTools
    private static let pictures = 300
    static let logo = PictureSize(width: 160, height: 80)
    static let text = "On air since 00:12:34, Berlin"

    /// The text as ffmpeg draws it.
    static let drawing =
        "drawtext=font=Monospace:text='On air since 00\\:12\\:34, Berlin':fontcolor=white:fontsize=36:x=64:y=600"

    func run(rounds: Int) throws -> [BenchResult] {
        let clip = try tools.clip()
        let logo = try writeLogo()
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            tools.progress("compose, round \(round + 1) of \(rounds)")
            ours.append(ThroughputBench.median(try Self.compose()))
            let filtered = try ffmpeg(clip, logo)
            theirs.append((filtered - (try ffmpeg(clip, nil))) * 1000 / Double(Self.pictures))
        }
        return [
            BenchResult(
                "YUYV 720p to I420 with logo and text", unit: "ms", ours: ThroughputBench.median(ours),
                peer: "ffmpeg", theirs: ThroughputBench.median(theirs), limit: 1.0 / 6, rule: .ratioAtMost)
        ]
    }

    private static func compose() throws -> [Double] {
        let scene = try BenchProgram.scene([
            BenchProgram.logo("logo", logo, x: 129, y: 37), BenchProgram.text("text", text, x: 64, y: 600),
        ])
        let camera = try BenchPictures.clip(BenchPictures.hd, .yuyv)
        return try BenchProgram(scene, camera: camera).measure(rounds: pictures)
    }

    /// Processor seconds of ffmpeg for the clip, with or without the filters.
    private func ffmpeg(_ clip: String, _ logo: String?) throws -> Double {
        var arguments = [
            "ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_complex_threads", "1", "-i", clip,
        ]
        if let logo {
            arguments += ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", Self.logo.description, "-i", logo]
            arguments += ["-filter_complex", "[0:v]format=yuv420p[main];[main][1:v]overlay=129:37,\(Self.drawing)"]
        }
        arguments += ["-frames:v", "\(Self.pictures)", "-f", "null", "-"]
        let usage = try MeasuredChild(arguments, log: tools.log).wait()
        guard usage.status == 0 else { throw BenchError("ffmpeg ended with \(usage.status); see \(tools.log)") }
        return usage.cpuSeconds
    }

    /// The logo as a raw picture whose colours are not premultiplied, as `overlay` takes it.
    func writeLogo() throws -> String {
        let bitmap = BenchPictures.logo(Self.logo)
        var bytes = Data()
        bitmap.withPixels { base in
            for y in 0..<bitmap.size.height {
                for x in 0..<bitmap.size.width {
                    let pixel = base + y * bitmap.stride + 4 * x
                    let alpha = Int(pixel[3])
                    for channel in 0..<3 { bytes.append(alpha == 0 ? 0 : UInt8(Int(pixel[channel]) * 255 / alpha)) }
                    bytes.append(pixel[3])
                }
            }
        }
        let path = tools.log + ".logo"
        try bytes.write(to: URL(filePath: path))
        return path
    }
}
