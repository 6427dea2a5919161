import Foundation
import OnAirCapture
import OnAirMedia
import Testing

/// Prints what the simulated camera costs on this machine, when `ONAIR_MEASURE` is set. A table to read, not a gate.
@Suite(
    "Costs of the simulated camera", .enabled(if: ProcessInfo.processInfo.environment["ONAIR_MEASURE"] != nil),
    .serialized)
struct SimulatedCostTests {
    private static let size = PictureSize(width: 1280, height: 720)

    @Test("Drawing a 720p frame", arguments: CaptureDevice.Position.allCases.filter { $0 != .unspecified })
    func drawing(position: CaptureDevice.Position) {
        for pixels in [PixelFormat.nv12, .i420, .yuyv] {
            let format = PictureFormat(size: Self.size, pixels: pixels, color: .stream(for: Self.size))
            let scene = SimulatedScene(format: format, frameRate: FrameRate(30), position: position)
            let pool = PicturePool(format: format, capacity: 1)
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
            for (name, change) in Self.changes {
                let best = (0..<Int64(20)).map { round in
                    let start = Self.now(CLOCK_THREAD_CPUTIME_ID)
                    for frame in 0..<Int64(10) {
                        var optics = StudioOptics()
                        change(&optics, Double((round * 10 + frame) % 60) / 60)
                        scene.draw(round * 10 + frame, through: optics, into: &picture)
                    }
                    return (Self.now(CLOCK_THREAD_CPUTIME_ID) - start) / 10
                }.min()
                print("\(position) \(pixels.rawValue) \(name): \(Int((best ?? 0) * 1e6)) µs")
            }
        }
    }

    @Test("Opening a camera, closing it and opening it again")
    func opening() throws {
        let sizes = [PictureSize(width: 640, height: 360), Self.size, PictureSize(width: 1920, height: 1080)]
        for size in sizes {
            let backend = SimulatedBackend()
            for unit in [backend.frontCamera, backend.backCamera, backend.frontCamera, backend.backCamera] {
                let (wall, work) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID))
                try unit.open(CameraRequest(size: size, frameRate: FrameRate(30))).prepare()
                let (spent, worked) = (Self.now(CLOCK_MONOTONIC) - wall, Self.now(CLOCK_PROCESS_CPUTIME_ID) - work)
                let times = String(format: "%.1f ms, %.1f ms of CPU", spent * 1e3, worked * 1e3)
                print("\(size) \(unit.position): \(times); resident \(try Self.resident())")
            }
        }
    }

    private static let changes: [(String, @Sendable (inout StudioOptics, Double) -> Void)] = [
        ("as delivered", { _, _ in }), ("exposure", { ($0.exposure, $0.gain) = (0.5 + $1, 1 + $1) }),
        ("focus", { $0.lensPosition = $1 }), ("zoom", { $0.zoom = 1 + $1 * 3 }), ("torch", { $0.torch = $1 }),
    ]

    private static func resident() throws -> String {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        return status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }.map(String.init) ?? "unknown"
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
