import Foundation
import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("Media file reader, against ffmpeg's own decoding")
struct MediaFileReaderTests {
    private static func source(_ size: String = "128x72", rate: String = "30", seconds: Double = 1) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)"]
    }

    /// File name, encoder options, and the format expected back.
    private static let layouts: [(name: String, options: [String], pixels: PixelFormat, ffmpeg: String)] = [
        ("a.mp4", ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"], .i420, "yuv420p"),
        ("a.mkv", ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p"], .i422, "yuv422p"),
        ("b.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv444p"], .i444, "yuv444p"),
        ("a.nut", ["-c:v", "rawvideo", "-pix_fmt", "yuyv422"], .yuyv, "yuyv422"),
        ("b.nut", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"], .uyvy, "uyvy422"),
        ("c.nut", ["-c:v", "rawvideo", "-pix_fmt", "nv12"], .nv12, "nv12"),
        ("d.nut", ["-c:v", "rawvideo", "-pix_fmt", "nv21"], .nv21, "nv21"),
        ("e.nut", ["-c:v", "rawvideo", "-pix_fmt", "rgba"], .rgba, "rgba"),
        ("f.nut", ["-c:v", "rawvideo", "-pix_fmt", "bgra"], .bgra, "bgra"),
        ("g.nut", ["-c:v", "rawvideo", "-pix_fmt", "rgb24"], .rgb24, "rgb24"),
        ("a.avi", ["-c:v", "rawvideo", "-pix_fmt", "bgr24"], .bgr24, "bgr24"),
        ("c.mkv", ["-c:v", "rawvideo", "-pix_fmt", "yuyv422"], .yuyv, "yuyv422"),
        ("b.avi", ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p"], .i420, "yuvj420p"),
        ("c.avi", ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj422p"], .i422, "yuvj422p"),
    ]

    @Test("Pictures come back bit by bit in the decoder's own layout, at their exact times", arguments: layouts)
    func picturesAreExact(name: String, options: [String], pixels: PixelFormat, ffmpeg: String) throws {
        let folder = try ScratchFolder()
        let path = folder.file(name)
        try Tool.ffmpeg(Self.source() + options + [path])
        let truth = try Tool.ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", ffmpeg, "-"])
        let reader = try MediaFileReader(path: path)
        let video = try #require(reader.video)
        #expect(video.format.size == PictureSize(width: 128, height: 72))
        #expect(video.format.pixels == pixels)
        #expect(video.frameRate == FrameRate(30))
        #expect(video.rotation == 0)
        #expect(reader.sound == nil)
        let read = try ReadFile(reader)
        #expect(read.pictureTimes.count == 30)
        // Matroska counts in milliseconds.
        let grid = (0..<30).map { FrameRate(30).time(ofFrame: $0) }
        #expect(read.pictureTimes == (name.hasSuffix("mkv") ? grid.map { .milliseconds($0.milliseconds) } : grid))
        let isExact = read.pictures == truth
        #expect(isExact)
        #expect(reader.corruptCount == 0)
        #expect(try reader.next() == nil)
    }

    @Test("Odd sizes keep their last column and row", arguments: ["131x77", "17x3"])
    func oddSizes(size: String) throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mkv")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=\(size):d=0.2", "-c:v", "ffv1", "-pix_fmt", "yuv420p", path])
        let truth = try Tool.ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
        let reader = try MediaFileReader(path: path)
        #expect(reader.video?.format.size.description == size)
        let isExact = try ReadFile(reader).pictures == truth
        #expect(isExact)
    }

    @Test(
        "A rational rate stays rational, B pictures come in the order to show",
        arguments: [("mp4", 2), ("nut", 0), ("avi", 0)])
    func rationalRate(container: String, bidirectional: Int) throws {
        let folder = try ScratchFolder()
        let path = folder.file("a." + container)
        try Tool.ffmpeg(
            Self.source(rate: "30000/1001", seconds: 2) + [
                "-c:v", "mpeg4", "-bf", "\(bidirectional)", "-q:v", "3", path,
            ])
        let reader = try MediaFileReader(path: path)
        #expect(reader.video?.frameRate == FrameRate(30000, 1001))
        let read = try ReadFile(reader, keepsPictures: false)
        let expected = (0..<60).map { FrameRate(30000, 1001).time(ofFrame: $0) }
        #expect(read.pictureTimes.count >= 59)
        #expect(read.pictureTimes == Array(expected.prefix(read.pictureTimes.count)))
        #expect(abs((reader.duration?.seconds ?? 0) - 2.002) < 0.05)
    }

    @Test(
        "Colour is what the file declares; where it declares nothing, what its size suggests",
        arguments: [
            (
                "128x72", ["-colorspace", "bt709", "-color_range", "tv"],
                ColorDescription(matrix: .bt709, range: .limited)
            ),
            (
                "128x72", ["-colorspace", "smpte170m", "-color_range", "pc"],
                ColorDescription(matrix: .bt601, range: .full)
            ),
            ("128x72", [], ColorDescription(matrix: .bt601, range: .limited)),
            ("1280x720", [], ColorDescription(matrix: .bt709, range: .limited)),
        ])
    func colorIsDeclared(size: String, options: [String], expected: ColorDescription) throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mp4")
        try Tool.ffmpeg(
            Self.source(size, seconds: 0.1) + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
                + options
                + [path])
        #expect(try MediaFileReader(path: path).video?.format.color == expected)
    }

    @Test("JPEG pictures are full range, and so are RGB pictures")
    func jpegIsFullRange() throws {
        let folder = try ScratchFolder()
        for (name, options) in [
            ("a.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj422p"]), ("a.nut", ["-c:v", "rawvideo", "-pix_fmt", "bgra"]),
        ] {
            let path = folder.file(name)
            try Tool.ffmpeg(Self.source(seconds: 0.1) + options + [path])
            #expect(try MediaFileReader(path: path).video?.format.color.range == .full)
        }
    }

    @Test(
        "Sound is planar float at the file's own rate, sample by sample what ffmpeg decodes",
        arguments: [
            ("a.wav", ["-c:a", "pcm_s16le"], 44100, 2), ("b.wav", ["-c:a", "pcm_f32le"], 8000, 1),
            ("c.flac", ["-c:a", "flac"], 96000, 2), ("d.m4a", ["-c:a", "aac", "-b:a", "96k"], 48000, 1),
            ("e.mp3", ["-c:a", "libmp3lame"], 32000, 2),
        ])
    func soundIsExact(name: String, options: [String], rate: Int, channels: Int) throws {
        let folder = try ScratchFolder()
        let path = folder.file(name)
        let expression = (0..<channels).map { "0.4*sin(2*PI*\(500 + 300 * $0)*t)" }.joined(separator: "|")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "aevalsrc=\(expression):s=\(rate):d=1.3"] + options + [path])
        let truth = TestSound.floats(try Tool.ffmpeg(["-i", path, "-f", "f32le", "-"]))
        let reader = try MediaFileReader(path: path)
        #expect(reader.video == nil)
        #expect(reader.sound == SoundFormat(sampleRate: rate, channels: channels))
        let read = try ReadFile(reader)
        #expect(read.sound[0].count * channels == truth.count)
        for channel in 0..<channels {
            let expected = stride(from: channel, to: truth.count, by: channels).map { truth[$0] }
            #expect(zip(read.sound[channel], expected).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        var next: Int64 = 0
        for (time, count) in zip(read.soundTimes, read.soundCounts) {
            #expect(count <= MediaFileReader.soundBlockSize)
            #expect(abs(time.value(inTimescale: Int64(rate)) - next) <= 1)
            next += Int64(count)
        }
    }

    @Test("More than two channels are mixed down to stereo without clipping")
    func mixesDown() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.flac")
        try Tool.ffmpeg(
            [
                "-f", "lavfi", "-i",
                "aevalsrc=\(Array(repeating: "0.99*sin(2*PI*500*t)", count: 6).joined(separator: "|"))"
                    + ":c=5.1:s=48000:d=0.5", path,
            ])
        let reader = try MediaFileReader(path: path)
        #expect(reader.sound == SoundFormat(sampleRate: 48000, channels: 2))
        let read = try ReadFile(reader)
        #expect(read.sound[0].count == 24000)
        let peak = read.sound.joined().map(abs).max() ?? 0
        #expect(peak > 0.5 && peak <= 1.0)
    }

    @Test("A reader of the pictures and one of the sound agree on time zero")
    func tracksShareTheirOrigin() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mkv")
        // Sound begins half a second after the pictures.
        try Tool.ffmpeg(
            Self.source(seconds: 2) + [
                "-itsoffset", "0.5", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v", "ffv1", "-c:a", "flac", path,
            ])
        let both = try ReadFile(MediaFileReader(path: path), keepsPictures: false)
        let sound = try MediaFileReader(path: path, tracks: .sound)
        #expect(sound.video == nil)
        let soundAlone = try ReadFile(sound)
        let pictures = try MediaFileReader(path: path, tracks: .video)
        #expect(pictures.sound == nil)
        let picturesAlone = try ReadFile(pictures, keepsPictures: false)
        #expect(both.pictureTimes.first == .zero && both.soundTimes.first == .milliseconds(500))
        #expect(picturesAlone.pictureTimes == both.pictureTimes)
        #expect(soundAlone.soundTimes == both.soundTimes)
        let isSame = soundAlone.sound == both.sound
        #expect(isSame)
        #expect(soundAlone.sound[0].count == 48000)
    }

    @Test(
        "A phone's rotation is told: turned by it, a picture stands as ffmpeg shows it", arguments: [0, 90, 180, 270])
    func rotationIsTold(degrees: Int) throws {
        let folder = try ScratchFolder()
        // Black, but for a white top left quarter.
        try Tool.ffmpeg(
            [
                "-f", "lavfi", "-i", "color=black:s=64x32:d=0.2,drawbox=w=32:h=16:c=white:t=fill", "-c:v", "mpeg4",
                folder.file("plain.mp4"),
            ])
        let path = folder.file("turned.mp4")
        try Tool.ffmpeg(["-i", folder.file("plain.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=\(degrees)", path])
        let rotation = try #require(try MediaFileReader(path: path).video?.rotation)
        let shown = try Tool.ffmpeg(["-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        let (width, height) = rotation % 180 == 0 ? (64, 32) : (32, 64)
        try #require(shown.count == width * height)
        let isWhite = { (x: Int, y: Int) in shown[y * width + x] > 128 }
        let corners = [
            isWhite(4, 4), isWhite(width - 5, 4), isWhite(width - 5, height - 5), isWhite(4, height - 5),
        ]
        // Clockwise from the top left: each quarter turn moves the white corner by one.
        #expect(corners.firstIndex(of: true) == rotation / 90)
        #expect((rotation == 0) == (degrees == 0) && (rotation == 180) == (degrees == 180))
    }

    @Test(
        "Going back to the start gives the same again, from anywhere",
        arguments: ["a.mp4", "a.mkv", "a.nut", "a.avi", "a.ts", "a.h264"])
    func loops(name: String) throws {
        let folder = try ScratchFolder()
        let path = folder.file(name)
        var options = ["-c:v", "libx264", "-preset", "veryfast", "-g", "12", "-pix_fmt", "yuv420p"]
        if name == "a.nut" { options = ["-c:v", "rawvideo", "-pix_fmt", "yuyv422"] }
        if name == "a.avi" { options = ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"] }
        try Tool.ffmpeg(Self.source(seconds: 1) + options + [path])
        let reader = try MediaFileReader(path: path)
        let first = try ReadFile(reader)
        #expect(first.pictureTimes.count == 30)
        #expect(first.pictureTimes.first == .zero)
        try reader.rewind()
        let second = try ReadFile(reader)
        #expect(second.pictureTimes == first.pictureTimes)
        let isSame = second.pictures == first.pictures
        #expect(isSame)
        try reader.rewind()
        _ = try ReadFile(reader, limit: 11)
        try reader.rewind()
        let third = try ReadFile(reader)
        let isSameAgain = third.pictureTimes == first.pictureTimes && third.pictures == first.pictures
        #expect(isSameAgain)
    }

    @Test("Sound loops too, to the sample", arguments: ["a.wav", "a.m4a", "a.flac"])
    func soundLoops(name: String) throws {
        let folder = try ScratchFolder()
        let path = folder.file(name)
        // Noise substitution is made up anew by a decoder on each pass.
        let options = name == "a.m4a" ? ["-aac_pns", "0"] : []
        try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=r=48000:d=0.7"] + options + [path])
        let reader = try MediaFileReader(path: path)
        let first = try ReadFile(reader)
        try reader.rewind()
        let second = try ReadFile(reader)
        #expect(second.soundTimes == first.soundTimes)
        let isSame = second.sound == first.sound
        #expect(isSame)
    }
}
