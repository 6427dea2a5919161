extension EncoderFacts {
    /// The part of a frame's time that encoding may take: the rest is for the picture, the sound and everybody else.
    static let share = 0.6

    /// Whether pictures of `size` at `rate` are encoded in time, for as long as it lasts: on the clock, and within the
    /// share of the processors there is. A limit of the control group is not always felt in half a second.
    package func fits(_ size: PictureSize, at rate: FrameRate, on processors: ProcessorFacts) -> Bool {
        load(size, at: rate, on: processors).map { $0 <= Self.share } ?? false
    }

    /// The part of a frame's time that encoding takes, or of the processors there are, whichever is more; nil where
    /// nothing was measured.
    private func load(_ size: PictureSize, at rate: FrameRate, on processors: ProcessorFacts) -> Double? {
        guard let picture = estimate(for: size) else { return nil }
        let time = Double(rate.frameDuration.nanoseconds) / 1e6
        return max(picture.milliseconds / time, picture.processorMilliseconds / (time * processors.usable))
    }

    /// `fits`, `is borderline` where it is encoded in time with nothing left for the rest, or `does not fit`.
    private func verdict(_ size: PictureSize, at rate: FrameRate, on processors: ProcessorFacts) -> String {
        guard let load = load(size, at: rate, on: processors), load <= 1 else { return "does not fit" }
        return load <= Self.share ? "fits" : "is borderline"
    }

    /// The profile that fits with the most pixels a second, the larger picture first.
    package func largestProfile(on processors: ProcessorFacts) -> Profile? {
        Profile.allCases.filter { fits($0.streamSize, at: $0.frameRate, on: processors) }
            .max { Self.weight($0) < Self.weight($1) }
    }

    private static func weight(_ profile: Profile) -> Double {
        Double(profile.streamSize.width * profile.streamSize.height)
            / Double(profile.frameRate.frameDuration.nanoseconds)
    }

    func findings(on processors: ProcessorFacts) -> [DoctorFinding] {
        [h264(on: processors), aac].compactMap { $0 }
    }

    private func h264(on processors: ProcessorFacts) -> DoctorFinding? {
        if let h264Problem {
            return DoctorFinding(
                "h264-encoder", .encoder, .problem, seen: h264Problem,
                why: "Without x264 there is no picture to send.",
                fix: "Install a libavcodec with libx264 (Debian: sudo apt install libavcodec-extra or libavcodec59).")
        }
        guard !measurements.isEmpty else { return nil }
        let times = measurements.map { measured in
            "\(measured.size) takes \(FactText.number(measured.milliseconds, 1)) ms a picture"
                + (measured.slowest > measured.milliseconds
                    ? " at best and \(FactText.number(measured.slowest, 1)) ms at worst" : "")
        }
        let sizes = [PictureSize(width: 1280, height: 720), PictureSize(width: 1920, height: 1080)]
        let rate = FrameRate(30)
        let verdicts = sizes.map { "\($0.height)p30 \(verdict($0, at: rate, on: processors))" }
        let profile = largestProfile(on: processors)
        let largest = profile.map { "the largest profile that fits is \($0.name)" } ?? "no profile fits"
        let seen =
            "x264 \(preset): \(times.joined(separator: ", ")); \(verdicts.joined(separator: ", ")); \(largest)"
        let why =
            "Each picture must be encoded within \(Int(Self.share * 100)) % of its time; 30 a second leave"
            + " \(Int(1000 / 30 * Self.share)) ms. What takes more of it is borderline: pictures may be left out."
        guard let profile else {
            let smallest = Profile.allCases.compactMap { load($0.streamSize, at: $0.frameRate, on: processors) }.min()
            guard smallest.map({ $0 > 1 }) ?? true else {
                return DoctorFinding(
                    "h264-speed", .encoder, .note, seen: "\(seen), and the smallest is borderline", why: why,
                    fix: "Go live with --profile 360p_1 --preset ultrafast, or give this machine more processors.")
            }
            return DoctorFinding(
                "h264-speed", .encoder, .problem, seen: seen, why: why,
                fix: "Use a faster machine or give this one more processors; --preset ultrafast halves the work.")
        }
        guard !fits(sizes[1], at: rate, on: processors) else {
            return DoctorFinding("h264-speed", .encoder, .good, seen: seen, why: why)
        }
        let state: DoctorFinding.State = fits(sizes[0], at: rate, on: processors) ? .good : .note
        return DoctorFinding(
            "h264-speed", .encoder, state, seen: seen, why: why,
            fix: "Go live with --profile \(profile.name) at the most; --preset ultrafast halves the work.")
    }

    private var aac: DoctorFinding? {
        if let aacProblem {
            return DoctorFinding(
                "aac-encoder", .encoder, .problem, seen: aacProblem, why: "Without AAC there is no sound to send.",
                fix: "Install a libavcodec with its AAC encoder (every usual one has it), or go live with --mic none.")
        }
        guard !measurements.isEmpty else { return nil }
        return DoctorFinding(
            "aac-encoder", .encoder, .good, seen: "libavcodec has an AAC encoder", why: "Sound can be sent.")
    }
}
