import OnAirMedia

extension LiveOptions {
    /// Reads the options of `onair live` as the parser found them.
    ///
    /// - Parameter needsOutput: whether there must be somewhere to send or record to.
    /// - Throws: `UsageError` for a value that cannot be right, and when there is nowhere to send or record to.
    public init(_ given: [OptionParser.GivenOption], needsOutput: Bool = true) throws(UsageError) {
        self.init()
        for option in given {
            if try readPicture(option.name, option.value ?? "") { continue }
            try read(option)
        }
        try checkPicture()
        guard !needsOutput || !destinations.isEmpty || !recordings.isEmpty else {
            throw UsageError(
                .incomplete, "There is nowhere to send the stream.",
                advice: "Give --to rtmp://SERVER/APP/KEY, or --record FILE.flv.")
        }
        guard !destinations.isEmpty || !(keepsTrying || reconnectAttempts != nil || reconnectDelay != nil) else {
            throw UsageError(
                .incomplete, "There is no destination that could be tried again.",
                advice: "Give --to rtmp://SERVER/APP/KEY, or leave --keep-trying and --reconnect-… out.")
        }
        if let minimumBitrate, let bitrate, minimumBitrate > bitrate {
            throw UsageError(
                .badValue, "--min-bitrate \(minimumBitrate) is above --bitrate \(bitrate).",
                advice: "The bitrate moves between the two.")
        }
        guard camera != .none || microphone != .none else {
            throw UsageError(
                .badValue, "--camera none and --mic none leave nothing to send.", advice: "Leave one of them out.")
        }
        if camera == .none, cameraPreset != nil {
            throw UsageError(.badValue, "--camera-preset sets a camera, and --camera none has none.")
        }
        guard destinations.count(where: { $0.keyFile == "-" }) <= 1 else {
            throw UsageError(
                .badValue, "Standard input can give one key only.", advice: "Use files for the other keys.")
        }
    }

    private mutating func read(_ option: OptionParser.GivenOption) throws(UsageError) {
        let value = option.value ?? ""
        switch option.name {
        case "to": destinations.append(Destination(address: try Self.address(value)))
        case "key-file":
            guard let last = destinations.indices.last, destinations[last].keyFile == nil else {
                throw UsageError(
                    .incomplete, "--key-file belongs to the --to before it.",
                    advice: "Write --to rtmp://SERVER/APP --key-file FILE.")
            }
            destinations[last].keyFile = value
        case "record":
            guard value.hasSuffix(".flv") else {
                throw UsageError(
                    .badValue, "--record writes FLV only: \"\(value)\" does not end in .flv.",
                    advice: "Name it something.flv.")
            }
            guard !recordings.contains(value) else {
                throw UsageError(.repeated, "\"\(value)\" is recorded to twice.", advice: "Give each file once.")
            }
            recordings.append(value)
        case "camera": camera = try Source(value, option: "camera", words: Source.cameraWords)
        case "mic": microphone = try Source(value, option: "mic", words: Source.microphoneWords)
        case "camera-preset": cameraPreset = value
        case "warm-camera":
            let source = try Source(value, option: "warm-camera", words: Source.warmCameraWords)
            guard !source.text.hasPrefix("file:") else {
                throw UsageError(.badValue, "--warm-camera cannot be a file.", advice: "Name a camera, front or back.")
            }
            guard !warmCameras.contains(source) else {
                throw UsageError(
                    .repeated, "\"\(value)\" is kept ready twice.", advice: "Give each camera once.")
            }
            warmCameras.append(source)
        case "simulate-fault": simulatedFaults.append(value)
        case "profile": profile = try Self.choice(value, of: Self.profileNames, option: "profile")
        case "size": size = try Self.size(value)
        case "fps": frameRate = try Self.frameRate(value)
        case "bitrate": bitrate = try Self.number(value, in: 50...50_000, option: "bitrate", unit: "kbit/s")
        case "audio-bitrate":
            audioBitrate = try Self.number(value, in: 16...320, option: "audio-bitrate", unit: "kbit/s")
        case "preset": preset = try Self.choice(value, of: Self.presetNames, option: "preset")
        case "threads": threads = try Self.number(value, in: 1...16, option: "threads", unit: "threads")
        case "keep-trying": keepsTrying = true
        case "reconnect-attempts": reconnectAttempts = try Self.attempts(value)
        case "reconnect-delay": reconnectDelay = try Self.delay(value)
        case "adapt": adaptation = try Self.word(value, option: "adapt")
        case "min-bitrate":
            minimumBitrate = try Self.number(value, in: 50...50_000, option: "min-bitrate", unit: "kbit/s")
        case "metrics":
            guard let port = UInt16(value) else {
                throw UsageError(
                    .badValue, "--metrics cannot be \"\(value)\".",
                    advice: "It is a port, 1 to 65535, or 0 for any that is free.")
            }
            metricsPort = port
        case "duration": duration = try Self.duration(value)
        case "json": json = true
        case "mirror": mirror = true
        case "orientation": orientation = try Self.word(value, option: "orientation")
        case "mute": mute = true
        case "log-level": logLevel = try Self.word(value, option: "log-level")
        case "quiet": quiet = true
        default: throw UsageError(.unknownOption, "`live` has no option --\(option.name).")
        }
    }

    /// The address as typed. What is wrong with it is told without repeating it: it may hold a key.
    private static func address(_ value: String) throws(UsageError) -> String {
        let advice = "Write --to rtmp://SERVER/APP/KEY."
        guard let mark = value.firstRange(of: "://") else {
            throw UsageError(.badValue, "The address after --to has no scheme.", advice: advice)
        }
        let scheme = value[..<mark.lowerBound].lowercased()
        guard scheme == "rtmp" else {
            throw UsageError(.badValue, "The address after --to is not an rtmp:// address.", advice: advice)
        }
        guard let first = value[mark.upperBound...].first, first != "/" else {
            throw UsageError(.badValue, "The address after --to names no server.", advice: advice)
        }
        return value
    }

    private static func choice(_ value: String, of names: [String], option: String) throws(UsageError) -> String {
        if names.contains(value) { return value }
        let near = Spelling.nearest(to: value, among: names)
        throw UsageError(
            .badValue, "--\(option) cannot be \"\(value)\".",
            advice: near.map { "Did you mean \($0)?" } ?? "It is one of \(names.joined(separator: ", ")).")
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ value: String, option: String
    ) throws(UsageError) -> Word {
        let name = try choice(value, of: Word.allCases.map(\.rawValue), option: option)
        guard let word = Word(rawValue: name) else {
            throw UsageError(.badValue, "--\(option) cannot be \"\(value)\".")
        }
        return word
    }

    private static func number(
        _ value: String, in range: ClosedRange<Int>, option: String, unit: String
    ) throws(UsageError) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw UsageError(
                .badValue, "--\(option) cannot be \"\(value)\".",
                advice: "It is a whole number of \(unit), \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    private static func size(_ value: String) throws(UsageError) -> PictureSize {
        guard let size = PictureSize(value), size.width % 4 == 0, size.height % 4 == 0,
            (160...1920).contains(max(size.width, size.height)), (90...1080).contains(min(size.width, size.height))
        else {
            throw UsageError(
                .badValue, "--size cannot be \"\(value)\".",
                advice:
                    "It is WIDTHxHEIGHT in multiples of 4, the longer side from 160 to 1920, the shorter from 92 to 1080, such as 1280x720."
            )
        }
        return size
    }

    private static func frameRate(_ value: String) throws(UsageError) -> FrameRate {
        guard let rational = Rational(value), Rational(1) <= rational, rational <= Rational(60),
            let rate = FrameRate(rational)
        else {
            throw UsageError(
                .badValue, "--fps cannot be \"\(value)\".", advice: "It is 1 to 60, such as 30 or 30000/1001.")
        }
        return rate
    }

    private static func attempts(_ value: String) throws(UsageError) -> Attempts {
        if value == "unlimited" { return .unlimited }
        guard let count = Int(value), (0...1_000_000).contains(count) else {
            throw UsageError(
                .badValue, "--reconnect-attempts cannot be \"\(value)\".",
                advice: "It is a whole number from 0 (never) on, or unlimited.")
        }
        return .limited(count)
    }

    /// Seconds with decimals, 0.1 to 3600.
    private static func delay(_ value: String) throws(UsageError) -> Double {
        guard let seconds = Rational(value), seconds.denominator <= 1_000_000, !value.contains("/"),
            Rational(1, 10) <= seconds, seconds <= Rational(3600)
        else {
            throw UsageError(
                .badValue, "--reconnect-delay cannot be \"\(value)\".", advice: "It is seconds, 0.1 to 3600.")
        }
        return Double(seconds.numerator) / Double(seconds.denominator)
    }

    /// Seconds (with decimals), `MM:SS` or `HH:MM:SS`.
    private static func duration(_ value: String) throws(UsageError) -> MediaTime {
        let error = UsageError(
            .badValue, "--duration cannot be \"\(value)\".",
            advice: "It is seconds, MM:SS or HH:MM:SS, above 0 and below 1000 hours, such as 90 or 01:30.")
        let parts = value.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = Rational(String(parts[parts.count - 1])),
            last.denominator <= 1_000_000, !value.contains("/"), last >= Rational(0)
        else { throw error }
        var whole: Int64 = 0
        for (index, part) in parts.dropLast().enumerated() {
            guard let number = Int64(part), (0...9_999_999).contains(number), index == 0 || number < 60 else {
                throw error
            }
            whole = (whole + number) * 60
        }
        guard parts.count == 1 || last < Rational(60), last <= Rational(3_600_000) else { throw error }
        let seconds =
            MediaTime(value: last.numerator, timescale: last.denominator) + MediaTime(value: whole, timescale: 1)
        guard seconds > .zero, seconds <= MediaTime(value: 3_600_000, timescale: 1) else { throw error }
        return seconds
    }
}
