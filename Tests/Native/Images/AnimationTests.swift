import OnAirImages
import OnAirMedia
import Testing

@Suite("Animated picture files")
struct AnimationTests {
    private static let moving = ["-f", "lavfi", "-i", "testsrc2=s=48x32:d=0.8:r=10"]
    /// Half-transparent on the move, so that pictures are laid over each other.
    private static let glowing = [
        "-f", "lavfi", "-i",
        "nullsrc=s=48x32:d=0.5:r=20,format=rgba,geq=r='X*5':g='Y*7':b=128:a='if(lt(abs(X-4*N),9),200,0)'",
    ]

    @Test("A GIF's pictures and times are those that ffmpeg and ffprobe find")
    func gif() throws {
        let programs = try Programs()
        let path = try programs.make("a.gif", Self.moving + ["-loop", "0"])
        let sequence = try ImageReader.read(path: path)
        #expect(sequence.frames.count == 8 && sequence.plays == nil)
        try expectSame(sequence, path)
        #expect(sequence.frames.map(\.duration) == (try Self.durations(path)))
    }

    @Test("An APNG's pictures and times are those that ffmpeg and ffprobe find")
    func apng() throws {
        let programs = try Programs()
        let path = try programs.make("a.png", Self.glowing + ["-f", "apng", "-plays", "3"])
        let sequence = try ImageReader.read(path: path)
        #expect(sequence.frames.count == 10 && sequence.plays == 3)
        try expectSame(sequence, path, ["-f", "apng"])
        #expect(sequence.frames.map(\.duration) == (try Self.durations(path, ["-f", "apng"])))
    }

    @Test("An animated WebP without loss shows what it was made of, when it was made to")
    func webP() throws {
        let programs = try Programs()
        let path = try programs.make("a.webp", Self.glowing + ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "2"])
        let sequence = try ImageReader.read(path: path)
        #expect(sequence.frames.count == 10 && sequence.plays == 2)
        let source = try programs.make("a.nut", Self.glowing + ["-c:v", "rawvideo"])
        try expectSame(sequence, source, tolerance: 1)
        #expect(sequence.frames.allSatisfy { $0.duration == .milliseconds(50) })
    }

    @Test("What is disposed of is cleared, put back or left standing as GIF says")
    func disposal() throws {
        typealias Frame = GIFMaker.Frame
        let frames = try ImageReader.decode(
            GIFMaker().bytes([
                Frame(color: 1), Frame(x: 0, y: 0, width: 2, height: 2, color: 2, disposal: 3),
                Frame(x: 2, y: 2, width: 2, height: 2, color: 2, disposal: 2),
                Frame(x: 0, y: 2, width: 2, height: 2, color: 0),
            ]), name: "a"
        ).frames
        let (red, green, black, clear) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 0, 255], [0, 0, 0, 0])
        #expect(frames.count == 4)
        // Top left, top right, bottom left, bottom right.
        let corners = frames.map { frame in
            [(0, 0), (3, 0), (0, 3), (3, 3)].map { frame.bitmap.pixel($0.0, $0.1) }
        }
        #expect(corners[0] == [red, red, red, red])
        #expect(corners[1] == [green, red, red, red])
        #expect(corners[2] == [red, red, red, green])
        #expect(corners[3] == [red, red, black, clear])
    }

    @Test("What a first picture does not cover is nothing")
    func uncovered() throws {
        let frames = try ImageReader.decode(
            GIFMaker().bytes([.init(x: 1, y: 1, width: 2, height: 2, color: 1)]), name: "a"
        ).frames
        #expect(frames[0].bitmap.pixel(0, 0) == [0, 0, 0, 0])
        #expect(frames[0].bitmap.pixel(1, 1) == [255, 0, 0, 255])
    }

    @Test("A GIF as fast as 10 ms shows each picture for 100 ms, as browsers do", arguments: [0, 1, 2, 3, 200])
    func fastGIF(_ delay: Int) throws {
        let sequence = try ImageReader.decode(
            GIFMaker().bytes([.init(delay: delay), .init(color: 2, delay: delay)]), name: "a")
        #expect(sequence.frames[0].duration == .milliseconds(delay <= 1 ? 100 : Int64(delay) * 10))
    }

    @Test("A GIF plays once unless it says more", arguments: [nil, 0, 1, 5] as [Int?])
    func loops(_ loops: Int?) throws {
        let sequence = try ImageReader.decode(
            GIFMaker(loops: loops).bytes([.init(), .init(color: 2)]), name: "a")
        #expect(sequence.plays == (loops == nil ? 1 : loops == 0 ? nil : (loops ?? 0) + 1))
    }

    @Test("A GIF without its last byte plays")
    func noTrailer() throws {
        let sequence = try ImageReader.decode(
            GIFMaker(hasTrailer: false).bytes([.init(), .init(color: 2)]), name: "a")
        #expect(sequence.frames.count == 2)
    }

    private func expectSame(
        _ sequence: ImageSequence, _ path: String, _ options: [String] = [], tolerance: Int = 0
    ) throws {
        let all = try Programs.decode(path, options)
        let size = 4 * sequence.size.width * sequence.size.height
        try #require(all.count == size * sequence.frames.count)
        for (index, frame) in sequence.frames.enumerated() {
            #expect(frame.bitmap.largestDifference(to: all[(index * size)..<((index + 1) * size)]) <= tolerance)
        }
    }

    private static func durations(_ path: String, _ options: [String] = []) throws -> [MediaTime] {
        let text = String(
            decoding: try Programs.run(
                "ffprobe",
                ["-v", "error"] + options + ["-show_entries", "packet=duration_time", "-of", "csv=p=0", path]),
            as: UTF8.self)
        return text.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap {
            Double($0).map { .milliseconds(Int64(($0 * 1000).rounded())) }
        }
    }
}
