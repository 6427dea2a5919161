import Glibc
import OnAirCapture
import OnAirMedia
import OnAirV4L2
import Testing

/// How real drivers keep time. Runs in the testbed's machine only.
@Suite("Rates of real drivers", .enabled(if: Testbed.folder != nil), .serialized)
struct RealRateTests {
    /// A node, a size and a rate: `ONAIR_TESTBED_RATES` lists them as `NODE,WIDTH,HEIGHT,RATE`, separated by spaces.
    struct Case: CustomStringConvertible, Sendable {
        let path: String
        let size: PictureSize
        let rate: FrameRate
        let description: String

        init?(_ text: Substring) {
            let words = text.split(separator: ",")
            guard words.count == 4, let width = Int(words[1]), let height = Int(words[2]), let rate = Int64(words[3])
            else { return nil }
            (path, size) = (String(words[0]), PictureSize(width: width, height: height))
            (self.rate, description) = (FrameRate(rate, 1), String(text))
        }
    }

    static let cases = (getenv("ONAIR_TESTBED_RATES").map { String(cString: $0) } ?? "").split(separator: " ")
        .compactMap(Case.init)

    /// Keeps when pictures were captured and when they were handed over.
    private final class Inlet: Outlet {
        let seen = Lock<[(captured: HostTime, handed: HostTime, sequence: Int64)]>([])
        let capacity = 1
        func accept(_ picture: Picture) -> Picture? {
            seen.withLock { $0.append((picture.captureTime, MonotonicClock().now, picture.sequence)) }
            return nil
        }
        func close() {}
    }

    @Test("Pictures come at the rate that was granted, by the driver's clock", arguments: cases)
    func rate(_ one: Case) throws {
        let folder = try #require(Testbed.folder)
        let directory = V4L2Directory()
        let found = try #require(directory.camera(calledBy: one.path))
        let camera = try V4L2CameraDriver(found, in: directory).open(
            CameraRequest(size: one.size, frameRate: one.rate))
        #expect(camera.format.size == one.size && camera.frameRate == one.rate)
        let (clock, inlet) = (MonotonicClock(), Inlet())
        let stop = StopRequest(signal: StepRunner(start: clock.now).makeSignal())
        camera.start(into: inlet, ledger: DropLedger(), stop: stop, at: clock.now)
        let end = clock.now.advanced(by: .milliseconds(20_000))
        while clock.now < end, inlet.seen.withLock({ $0.count }) < 60 {
            guard case .event(_, let interest) = camera.step(now: clock.now), let interest else { continue }
            var wanted = pollfd(fd: interest.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&wanted, 1, 100)
        }
        // The first pictures come while the device starts.
        let seen = inlet.seen.withLock { Array($0.dropFirst(5)) }
        let (first, last) = (try #require(seen.first), try #require(seen.last))
        #expect(seen.count > 40)
        let seconds = Double(last.captured.nanoseconds(since: first.captured)) / 1e9
        let measured = Double(last.sequence - first.sequence) / seconds
        let late = seen.map { Double($0.handed.nanoseconds(since: $0.captured)) / 1e6 }.sorted()[seen.count / 2]
        #expect(abs(measured / one.rate.framesPerSecond.doubleValue - 1) < 0.01)
        let file = try #require(fopen("\(folder)/rates.txt", "a"))
        fputs("\(one): \(measured) fps, handed over \(late) ms after it was captured (median)\n", file)
        fclose(file)
    }
}
