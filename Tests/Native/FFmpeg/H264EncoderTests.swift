import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("H.264 encoder, judged by ffprobe and ffmpeg")
struct H264EncoderTests {
    private static let size = PictureSize(width: 320, height: 180)
    private static let rate = FrameRate(30)

    private func small(_ change: (inout H264Encoder.Configuration) -> Void = { _ in }) -> H264Encoder.Configuration {
        var configuration = H264Encoder.Configuration(size: Self.size, frameRate: Self.rate, bitrate: 600_000)
        change(&configuration)
        return configuration
    }

    @Test(
        "The stream says its profile, level, size and colour",
        arguments: [
            (PictureSize(width: 1280, height: 720), "bt709", H264Encoder.Configuration.Profile.high, "High", 31),
            (PictureSize(width: 640, height: 360), "smpte170m", .main, "Main", 30),
            (PictureSize(width: 640, height: 360), "smpte170m", .baseline, "Constrained Baseline", 30),
        ])
    func describesItself(
        size: PictureSize, matrix: String, profile: H264Encoder.Configuration.Profile, name: String, level: Int
    ) throws {
        let folder = try ScratchFolder()
        var configuration = H264Encoder.Configuration(size: size, frameRate: Self.rate, bitrate: 1_500_000)
        configuration.profile = profile
        configuration.level = level
        let video = try EncodedVideo(configuration, indices: Array(0..<3))
        let path = try folder.write(video.byteStream, "a.h264")
        let stream = try #require(try Tool.probe(path, ["-show_streams"]).first)
        #expect(stream["profile"] == name)
        #expect(stream["level"] == "\(level)")
        #expect(stream["width"] == "\(size.width)" && stream["height"] == "\(size.height)")
        #expect(stream["pix_fmt"] == "yuv420p")
        #expect(stream["color_range"] == "tv")
        #expect(stream["color_space"] == matrix)
        #expect(stream["color_primaries"] == matrix)
        #expect(stream["color_transfer"] == matrix)
        #expect(stream["sample_aspect_ratio"] == "1:1")
    }

    @Test("Every picture comes out in the call it went in, whole and in order, and is decoded without a complaint")
    func isLiveAndClean() throws {
        let folder = try ScratchFolder()
        let video = try EncodedVideo(small(), indices: Array(0..<90))
        #expect(video.indices == Array(0..<90))
        #expect(video.packetsPerCall == Array(repeating: 1, count: 90))
        #expect(video.packets.allSatisfy { $0.presentationTime == $0.decodeTime })
        #expect(video.packets.enumerated().allSatisfy { $1.captureTime.nanoseconds == Int64($0 * 7) })
        let path = try folder.write(video.byteStream, "a.h264")
        let decoded = try Tool.ffmpeg(["-xerror", "-i", path, "-f", "rawvideo", "-"])
        let frame = Self.size.width * Self.size.height * 3 / 2
        #expect(decoded.count == 90 * frame)
        for index in [0, 44, 89] where decoded.count == 90 * frame {
            let quality = TestPicture.psnr(
                TestPicture.planes(index, size: Self.size)[...], decoded[(index * frame)..<((index + 1) * frame)])
            #expect(quality > 32, "picture \(index): \(quality) dB")
        }
    }

    @Test("Nothing but slices and SEI travels in the packets, and the lengths add up")
    func packetsHoldNoParameterSets() throws {
        let video = try EncodedVideo(small { $0.threads = 2 }, indices: Array(0..<70))
        #expect(video.packetsPerCall == Array(repeating: 1, count: 70))
        for packet in video.packets {
            let units = try #require(packet.units)
            let types = Set(units.compactMap(\.first).map { $0 & 0x1F })
            #expect(types.isSubset(of: [1, 5, 6]))
            #expect(types.contains(5) == packet.isKeyframe)
            #expect(units.count { $0.first.map { [1, 5].contains($0 & 0x1F) } ?? false } == 2, "one slice a thread")
        }
        #expect(video.sets.sequence.first.map { $0 & 0x1F } == 7)
        #expect(video.sets.picture.first.map { $0 & 0x1F } == 8)
    }

    @Test(
        "Groups of pictures are exactly two seconds, closed, and do not follow the scene",
        arguments: [(FrameRate(30), 60), (FrameRate(30000, 1001), 60), (FrameRate(24), 48), (FrameRate(15), 30)]
            as [(FrameRate, Int64)])
    func groupsAreRegular(rate: FrameRate, length: Int64) throws {
        let folder = try ScratchFolder()
        let size = PictureSize(width: 160, height: 90)
        let configuration = H264Encoder.Configuration(size: size, frameRate: rate, bitrate: 200_000)
        let video = try EncodedVideo(configuration, indices: Array(0..<(3 * length + 5)), cutsEvery: 23)
        #expect(video.keyframes == [0, length, 2 * length, 3 * length])
        let path = try folder.write(video.byteStream, "a.h264")
        let frames = try Tool.probe(path, ["-show_frames", "-show_entries", "frame=pict_type,key_frame"])
        let keys = frames.indices.filter { frames[$0]["key_frame"] == "1" }.map(Int64.init)
        #expect(keys == video.keyframes)
        #expect(frames.indices.filter { frames[$0]["pict_type"] == "I" }.map(Int64.init) == keys)
    }

    @Test("A keyframe asked for is an IDR picture exactly there, and the next comes two seconds after it")
    func keyframeOnDemand() throws {
        let video = try EncodedVideo(small(), indices: Array(0..<130), keyframesAt: [17, 18, 50])
        #expect(video.keyframes == [0, 17, 18, 50, 110])
    }

    @Test("Times lie exactly on the grid, also where pictures are left out")
    func timesAreExact() throws {
        let rate = FrameRate(30000, 1001)
        let indices: [Int64] = [1_000_000_001, 1_000_000_002, 1_000_000_005, 1_000_000_050]
        let video = try EncodedVideo(
            H264Encoder.Configuration(size: Self.size, frameRate: rate, bitrate: 500_000), indices: indices)
        #expect(video.packets.map(\.presentationTime) == indices.map { MediaTime(value: $0 * 1001, timescale: 30000) })
        #expect(video.packets.map(\.decodeTime) == video.packets.map(\.presentationTime))
    }

    @Test("With B pictures decoding times rise strictly and never pass the time to show")
    func bidirectionalTimes() throws {
        let folder = try ScratchFolder()
        let video = try EncodedVideo(
            small {
                $0.bidirectionalFrames = 3
                $0.tuning = .quality
            }, indices: Array(10..<100))
        #expect(video.indices.sorted() == Array(10..<100))
        #expect(video.indices != Array(10..<100), "x264 used B pictures")
        for (before, after) in zip(video.packets, video.packets.dropFirst()) {
            #expect(before.decodeTime < after.decodeTime)
        }
        #expect(video.packets.allSatisfy { $0.decodeTime <= $0.presentationTime })
        for (packet, index) in zip(video.packets, video.indices) {
            #expect(packet.captureTime.nanoseconds == index * 7)
        }
        let path = try folder.write(video.byteStream, "a.h264")
        let decoded = try Tool.ffmpeg(["-xerror", "-i", path, "-f", "rawvideo", "-"])
        #expect(decoded.count == 90 * Self.size.width * Self.size.height * 3 / 2)
    }

    @Test("Without the pictures it calls disposable, a decoder shows all the others, and complains of nothing")
    func disposablePictures() throws {
        let folder = try ScratchFolder()
        var video = try EncodedVideo(
            small {
                $0.bidirectionalFrames = 3
                $0.tuning = .quality
            }, indices: Array(0..<90))
        let all = video.packets.count
        video.packets.removeAll { $0.isDisposable }
        #expect(video.packets.count < all - 10, "x264 makes pictures that no other refers to")
        let path = try folder.write(video.byteStream, "a.h264")
        let decoded = try Tool.ffmpeg(["-xerror", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-"])
        #expect(decoded.count == video.packets.count * Self.size.width * Self.size.height * 3 / 2)
        // Live tuning makes none.
        #expect(try EncodedVideo(small(), indices: Array(0..<30)).packets.allSatisfy { !$0.isDisposable })
    }

    @Test(
        "The bitrate follows a change at once, both ways, and holds when every second picture is left out",
        arguments: [Int64(1), 2])
    func bitrateFollows(step: Int64) throws {
        let plan: [Int64: Int] = [0: 800_000, 240: 250_000, 480: 1_000_000]
        let video = try EncodedVideo(
            small { $0.bitrate = 800_000 }, indices: Array(stride(from: 0, to: 720, by: Int(step))), cutsEvery: 30,
            bitrates: plan)
        for (start, bitrate) in plan {
            // The first two seconds after a change still carry the buffer of before.
            let bytes = zip(video.indices, video.packets).filter { (start + 60..<start + 240).contains($0.0) }
                .reduce(0) { $0 + $1.1.bytes.count }
            let measured = Double(bytes) * 8 / 6
            #expect(abs(measured / Double(bitrate) - 1) < 0.15, "\(Int(measured)) bit/s of \(bitrate) after \(start)")
        }
    }

    @Test("Equal pictures give equal bytes on one thread")
    func isDeterministic() throws {
        let first = try EncodedVideo(small(), indices: Array(0..<40), bitrates: [20: 300_000])
        let second = try EncodedVideo(small(), indices: Array(0..<40), bitrates: [20: 300_000])
        #expect(first.byteStream == second.byteStream)
    }

    @Test("Pictures may be overwritten as soon as the call returns, even when frames are encoded in parallel")
    func picturesAreCopied() throws {
        let folder = try ScratchFolder()
        let video = try EncodedVideo(
            small {
                $0.threads = 4
                $0.tuning = .quality
                $0.bitrate = 3_000_000
            }, indices: Array(0..<40))
        let path = try folder.write(video.byteStream, "a.h264")
        let decoded = try Tool.ffmpeg(["-xerror", "-i", path, "-f", "rawvideo", "-"])
        let frame = Self.size.width * Self.size.height * 3 / 2
        try #require(decoded.count == 40 * frame)
        for index in 0..<40 {
            let quality = TestPicture.psnr(
                TestPicture.planes(index, size: Self.size)[...], decoded[(index * frame)..<((index + 1) * frame)])
            #expect(quality > 35, "picture \(index): \(quality) dB")
        }
    }

    @Test("Settings out of range are refused with a reason and an advice, never a trap")
    func refusesNonsense() throws {
        let broken: [(inout H264Encoder.Configuration) -> Void] = [
            { $0.size = PictureSize(width: 321, height: 180) }, { $0.size = PictureSize(width: 0, height: 0) },
            { $0.bitrate = -5 }, { $0.threads = 0 }, { $0.bidirectionalFrames = 99 },
            { $0.keyframeInterval = .zero }, { $0.bufferMilliseconds = 0 },
            { $0.frameRate = FrameRate(Int64.max / 2, 3) },
        ]
        for change in broken {
            let error = #expect(throws: FFmpegError.self) { _ = try H264Encoder(small(change)) }
            #expect(error?.kind == .configuration)
            #expect(error?.advice != nil)
        }
    }

    @Test("A picture of another format, or out of order, is refused and changes nothing")
    func refusesUnfitPictures() throws {
        let encoder = try H264Encoder(small())
        let packets = PacketPool(capacity: 2, initialSize: 1024)
        func picture(_ format: PictureFormat) throws -> Picture {
            let pool = PicturePool(format: format, capacity: 1)
            guard let picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
                throw Tool.Failure(description: "the pool is empty")
            }
            return picture.freeze()
        }
        let fit = try picture(.working(Self.size))
        let large = try picture(.working(PictureSize(width: 640, height: 360)))
        let other = try picture(PictureFormat(size: Self.size, pixels: .nv12, color: .stream(for: Self.size)))
        var made: [MediaTime] = []
        try encoder.encode(fit, index: 5, packets: packets) { made.append($0.presentationTime) }
        for (picture, index) in [(large, 6), (other, 6), (fit, 5), (fit, 4)] as [(Picture, Int64)] {
            let error = #expect(throws: FFmpegError.self) {
                try encoder.encode(picture, index: index, packets: packets) { _ in Issue.record("a packet came out") }
            }
            #expect(error?.kind == .mismatch)
        }
        try encoder.encode(fit, index: 6, packets: packets) { made.append($0.presentationTime) }
        #expect(made == [Self.rate.time(ofFrame: 5), Self.rate.time(ofFrame: 6)])
    }
}
