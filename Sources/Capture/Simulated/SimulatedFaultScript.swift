import OnAirMedia

/// Faults by the clock: which device fails how, from when to when, in seconds after the time zero of its sources.
///
/// What starts at 0 holds before there is a source, too, from the moment the script is set: `deny@0` denies the first
/// opening. It ends at its end after that moment or, where a source of any device has started before that, after that
/// source's time zero.
///
/// As text, entries separated by commas: `[DEVICE:]FAULT@START[-END]`. DEVICE is `camera` (both; the default),
/// `front`, `back` or `mic`. FAULT is `unplug`, `freeze`, `deny`, `busy`, `corrupt`, `rate=15` (or `30000/1001`), 1 to 240,
/// or `size=320x180`, 64x36 to 3840x2160. START and END are seconds, with a fraction where wanted; without END it lasts for ever.
/// `unplug@5-8,mic:freeze@10-12.5` is a script.
///
/// Where entries overlap, the first counts.
public struct SimulatedFaultScript: Hashable, Sendable {
    /// Which devices an entry is about.
    public enum Target: String, CaseIterable, Hashable, Sendable {
        case camera, front, back
        case microphone = "mic"
    }

    /// One fault and when it lasts.
    public struct Entry: Hashable, Sendable {
        public var target: Target
        public var fault: SimulatedFault
        /// The first instant of the fault, at least zero.
        public var start: MediaTime
        /// The first instant without it; nil for ever.
        public var end: MediaTime?

        public init(_ fault: SimulatedFault, on target: Target = .camera, from start: MediaTime, to end: MediaTime?) {
            (self.fault, self.target, self.start, self.end) = (fault, target, start, end)
        }

        /// Whether the fault lasts at `time`.
        func covers(_ time: MediaTime) -> Bool { time >= start && end.map { time < $0 } ?? true }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Reads the text form.
    ///
    /// - Throws: `CaptureError` of kind `refused` that quotes the entry and says what is wrong with it.
    public init(parsing text: String) throws(CaptureError) {
        var entries: [Entry] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            entries.append(try Self.entry(Self.trimmed(part)))
        }
        self.entries = entries
    }

    /// The fault of `device`, which is `front`, `back` or `microphone`.
    ///
    /// - Parameters:
    ///   - time: since the sources' time zero; nil before there is any.
    ///   - lead: from the setting of the script to the sources' time zero, or until now where there is none.
    func fault(of device: Target, at time: MediaTime?, sinceSet lead: MediaTime) -> SimulatedFault? {
        for entry in entries {
            if entry.start == .zero {
                // One that was over before the sources began does not come again.
                guard entry.covers(max(.zero, lead)), entry.covers(max(.zero, time ?? .zero)) else { continue }
            } else {
                guard let time, entry.covers(time) else { continue }
            }
            if entry.target == device || entry.target == .camera && device != .microphone { return entry.fault }
        }
        return nil
    }

    // MARK: - Reading

    private static func entry(_ text: Substring) throws(CaptureError) -> Entry {
        func bad(_ why: String) -> CaptureError {
            CaptureError(
                .refused, "“\(text)” is no fault: \(why).",
                advice: "Write for example unplug@5-8, mic:freeze@10 or rate=15@2-4.")
        }
        var (rest, target) = (text, Target.camera)
        if let colon = text.firstIndex(of: ":") {
            let name = String(text[..<colon])
            guard let known = Target(rawValue: name) else { throw bad("the device is camera, front, back or mic") }
            (target, rest) = (known, text[text.index(after: colon)...])
        }
        guard let at = rest.firstIndex(of: "@") else { throw bad("“@” and its start are missing") }
        let times = rest[rest.index(after: at)...].split(separator: "-", omittingEmptySubsequences: false)
        guard times.count <= 2, let start = seconds(times[0]) else { throw bad("its start is no number of seconds") }
        var end: MediaTime?
        if times.count == 2 {
            guard let given = seconds(times[1]), given > start else { throw bad("its end is no time after its start") }
            end = given
        }
        let fault: SimulatedFault
        switch Self.fault(rest[..<at]) {
        case .known(let known): fault = known
        case .outOfRange(let range): throw bad(range)
        case .unknown:
            throw bad("it is unplug, freeze, deny, busy, corrupt, rate=FPS or size=WIDTHxHEIGHT")
        }
        if target == .microphone {
            switch fault {
            case .unplug, .freeze, .deny, .busy: break
            case .changeRate, .wrongSize, .corrupt: throw bad("a microphone does not fail like this")
            }
        }
        return Entry(fault, on: target, from: start, to: end)
    }

    /// What the word for a fault may turn out to be.
    private enum Reading {
        case known(SimulatedFault)
        case unknown
        /// Its number is none, or none it can have; which it can have.
        case outOfRange(String)
    }

    private static func fault(_ text: Substring) -> Reading {
        switch text {
        case "unplug": return .known(.unplug)
        case "freeze": return .known(.freeze)
        case "deny": return .known(.deny)
        case "busy": return .known(.busy)
        case "corrupt": return .known(.corrupt)
        default: break
        }
        if text.hasPrefix("rate=") {
            let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, let top = whole(parts[0]), let bottom = parts.count == 2 ? whole(parts[1]) : 1,
                bottom >= 1, top >= bottom, top <= 240 * bottom
            else { return .outOfRange("the rate is 1 to 240, such as 15 or 30000/1001") }
            return .known(.changeRate(FrameRate(top, bottom)))
        }
        if text.hasPrefix("size=") {
            guard let size = PictureSize(String(text.dropFirst(5))), (64...3840).contains(size.width),
                (36...2160).contains(size.height)
            else { return .outOfRange("the size is 64x36 to 3840x2160") }
            return .known(.wrongSize(size))
        }
        return .unknown
    }

    /// Digits alone, at most nine.
    private static func whole(_ text: Substring) -> Int64? {
        guard (1...9).contains(text.count), text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int64(text)
    }

    /// `12` or `12.5`, to the nanosecond.
    private static func seconds(_ text: Substring) -> MediaTime? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = whole(parts[0]) else { return nil }
        guard parts.count == 2 else { return MediaTime(value: whole, timescale: 1) }
        guard let fraction = self.whole(parts[1]) else { return nil }
        var unit: Int64 = 1_000_000_000
        for _ in parts[1] { unit /= 10 }
        return .nanoseconds(whole * 1_000_000_000 + fraction * unit)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
