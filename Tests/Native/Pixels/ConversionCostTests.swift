import Foundation
import OnAirMedia
import OnAirPixels
import Testing

/// Prints what conversions cost on this machine, when `ONAIR_MEASURE` is set. A table to read, not a gate.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ONAIR_MEASURE"] != nil), .serialized)
struct ConversionCostTests {
    struct Job: Sendable, CustomTestStringConvertible {
        var title: String
        var source: PictureFormat
        var destination: PictureFormat
        var orientation = ImageOrientation.up
        var testDescription: String { title }
    }

    static let jobs: [Job] = {
        let (hd, full, qhd) = (
            PictureSize(width: 1280, height: 720), PictureSize(width: 1920, height: 1080),
            PictureSize(width: 960, height: 540)
        )
        let (c601, c709) = (
            ColorDescription(matrix: .bt601, range: .limited), ColorDescription(matrix: .bt709, range: .limited)
        )
        func format(_ size: PictureSize, _ pixels: PixelFormat, _ color: ColorDescription) -> PictureFormat {
            PictureFormat(size: size, pixels: pixels, color: color)
        }
        let target = format(hd, .i420, c709)
        return [
            Job(title: "I420 720p copy", source: target, destination: target),
            Job(title: "YUYV 720p, same colour", source: format(hd, .yuyv, c709), destination: target),
            Job(title: "YUYV 720p, 601 to 709", source: format(hd, .yuyv, c601), destination: target),
            Job(title: "NV12 720p, same colour", source: format(hd, .nv12, c709), destination: target),
            Job(title: "NV12 720p, JPEG to 709", source: format(hd, .nv12, .jpeg), destination: target),
            Job(title: "I420 720p, 601 to 709", source: format(hd, .i420, c601), destination: target),
            Job(title: "I422 720p, same colour", source: format(hd, .i422, c709), destination: target),
            Job(title: "BGRA 720p", source: format(hd, .bgra, .jpeg), destination: target),
            Job(title: "RGB24 720p", source: format(hd, .rgb24, .jpeg), destination: target),
            Job(title: "I420 1080p to 720p (3:2)", source: format(full, .i420, c709), destination: target),
            Job(title: "YUYV 720p to 540p (4:3)", source: format(hd, .yuyv, c601), destination: .working(qhd)),
            Job(
                title: "I420 720p to 360p (2:1)", source: format(hd, .i420, c601),
                destination: .working(PictureSize(width: 640, height: 360))),
            Job(title: "I420 540p to 720p (linear)", source: format(qhd, .i420, c709), destination: target),
            Job(
                title: "I420 1080p to 852x480 (general)", source: format(full, .i420, c601),
                destination: .working(PictureSize(width: 852, height: 480))),
            Job(title: "I420 720p mirror", source: target, destination: target, orientation: .upMirrored),
            Job(
                title: "I420 720p quarter turn", source: target, destination: format(hd.transposed, .i420, c709),
                orientation: .right),
        ]
    }()

    @Test(arguments: jobs)
    func cost(of job: Job) throws {
        // Fifteen pictures, so that the source is not in the second-level cache.
        let sources = (0..<15).map { randomPicture(job.source, seed: UInt64($0)) }
        let pool = PicturePool(format: job.destination, capacity: 4)
        let converter = PictureConverter()
        var times: [Double] = []
        times.reserveCapacity(120)
        var allocations: UInt64 = 0
        for round in 0..<120 {
            if round == 20 { allocations = Self.allocations() }
            guard var target = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
            let started = threadTime()
            try converter.convert(
                sources[round % sources.count], crop: PictureRect(job.source.size), orientation: job.orientation,
                into: &target)
            times.append(threadTime() - started)
        }
        let perPicture = Double(Self.allocations() - allocations) / 100
        times.sort()
        let line = String(format: "%.3f ms (least %.3f)", times[times.count / 2], times[0])
        print("\(job.title.padding(toLength: 34, withPad: " ", startingAt: 0)) \(line), allocations \(perPicture)")
    }

    /// Allocations of this thread so far; always 0 unless the counter of `onair-malloc-count` is preloaded.
    private static func allocations() -> UInt64 {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
    }

    /// Milliseconds of processor time of this thread.
    private func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
