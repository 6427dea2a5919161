import Foundation
import OnAirBeauty
import OnAirMedia
import OnAirPicture

/// Skin smoothing, whitening and ruddiness on one core, beside `ffmpeg`'s `bilateral` and OpenCV's `bilateralFilter`, both of
/// which smooth luma alone; and a camera's picture with all of that, logo and text, beside `ffmpeg` doing the like.
///
/// Everybody has the same pictures of a face with a sensor's grain, moving slowly. ffmpeg's figure is its processor time with
/// the filter into its null output, less that without; OpenCV's the median of its own calls; ours the median of the filter's,
/// in place, on pictures as cold as new ones. All run on one thread and take turns.
struct SkinBench {
    let tools: BenchTools
    private static let settings = SkinSmoothing(family: .strong, level: 5)
    private static let full = PictureSize(width: 1920, height: 1080)
    private static let bilateral = "bilateral=sigmaS=3:sigmaR=0.1"

    func run(rounds: Int) throws -> [BenchResult] {
        let (hd, full) = (
            try SkinClip(tools, BenchPictures.hd, "yuv420p"), try SkinClip(tools, Self.full, "yuv420p")
        )
        let camera = try SkinClip(tools, BenchPictures.hd, "yuyv422")
        let logo = try ComposeBench(tools: tools).writeLogo()
        var times = (hd: [Double](), full: [Double](), program: [Double]())
        var peers = (hd: [Double](), full: [Double](), opencv: [Double](), program: [Double]())
        for round in 0..<rounds {
            tools.progress("skin, round \(round + 1) of \(rounds)")
            times.hd.append(try Self.filter(hd))
            peers.hd.append(try hd.ffmpeg(filters: Self.bilateral))
            peers.opencv.append(try hd.openCV())
            times.full.append(try Self.filter(full))
            peers.full.append(try full.ffmpeg(filters: Self.bilateral))
            times.program.append(try Self.program(camera))
            peers.program.append(try camera.ffmpeg(filters: Self.chain, logo: logo))
        }
        func result(_ name: String, _ ours: [Double], _ peer: String, _ theirs: [Double], times: Double) -> BenchResult
        {
            BenchResult(
                name, unit: "ms", ours: ThroughputBench.median(ours), peer: peer,
                theirs: ThroughputBench.median(theirs), limit: 1 / times, rule: .ratioAtMost)
        }
        return [
            result("Skin smoothed, whitened, ruddy, 720p", times.hd, "ffmpeg bilateral", peers.hd, times: 13),
            result("The same beside OpenCV", times.hd, "bilateralFilter d=9", peers.opencv, times: 30),
            result("The same, 1080p", times.full, "ffmpeg bilateral", peers.full, times: 13),
            result("YUYV 720p to I420, skin, logo, text", times.program, "ffmpeg", peers.program, times: 13),
        ]
    }

    /// Smoothing, a whitening curve, the logo and the text, as `ffmpeg` has them.
    private static var chain: String {
        "format=yuv420p,\(bilateral),lutyuv=y='clip(val+18*(val-16)*(235-val)/11990\\,16\\,235)':v='clip(val+3\\,16\\,240)'"
    }

    private static func filter(_ clip: SkinClip) throws -> Double {
        let filter = SkinFilter(settings)
        let format = PictureFormat(size: clip.size, pixels: .i420, color: BenchPictures.color)
        var times: [Double] = []
        for round in 0..<5 {
            // All are written before the first is worked on, which is out of the caches by then.
            let pictures = try clip.pictures(format)
            for picture in pictures {
                var target = MutablePicture(buffer: picture.buffer, captureTime: picture.captureTime, sequence: 0)
                let started = BenchPictures.threadTime()
                filter.process(&target, at: .zero)
                if round > 0 { times.append(BenchPictures.threadTime() - started) }
            }
        }
        return ThroughputBench.median(times)
    }

    private static func program(_ clip: SkinClip) throws -> Double {
        let scene = try BenchProgram.scene([
            BenchProgram.logo("logo", ComposeBench.logo, x: 129, y: 37),
            BenchProgram.text("text", ComposeBench.text, x: 64, y: 600),
        ])
        let format = PictureFormat(size: clip.size, pixels: .yuyv, color: BenchPictures.color)
        let program = BenchProgram(scene, camera: try clip.pictures(format), filters: [SkinFilter(settings)])
        return ThroughputBench.median(try program.measure(rounds: 200))
    }
}
