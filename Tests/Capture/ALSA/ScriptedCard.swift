import Glibc
import OnAirALSA
import OnAirMedia

/// A card that does what a test tells it. Each sample says when it was captured, so that whoever hears it can tell.
///
/// The sample of the time t after the card's own zero is t × rate mod 32768, as 16 bits. Used by one thread at a time.
final class ScriptedCard: ALSAStream {
    struct Script {
        /// How much faster the card runs than it says, in parts.
        var skew = 0.0
        /// Whether the card stops when nobody reads in time, as plugins and some drivers do.
        var stopsWhenFull = false
        /// Whether the driver says when how many samples were there.
        var tellsTimes = true
        /// The most samples one reading gives.
        var shortReads = Int.max
        /// Reads that find nothing although there is some.
        var emptyReads = 0
        /// Nobody runs the stage in this time, in milliseconds.
        var gone: Int64?
        var asleep: Range<Int64>?
        /// Starts that fail, and starts after which nothing comes.
        var failingStarts = 0
        /// Stops by itself at these times.
        var stops: [Int64] = []
        var resumes = true
    }

    static let zero = HostTime(nanoseconds: 50_000_000_000)

    let name = "hw:CARD=Scripted,DEV=0"
    let format: ALSAStreamFormat
    let descriptor: Int32? = nil
    private let clock: any HostClock
    private var script: Script
    private var began: HostTime?
    private var taken: Int64 = 0
    private(set) var starts = 0

    init(_ clock: any HostClock, _ format: ALSAStreamFormat? = nil, _ script: Script = Script()) {
        self.clock = clock
        self.script = script
        self.format =
            format
            ?? ALSAStreamFormat(
                sampleRate: 48_000, channels: 1, sampleFormat: .signed16Little, period: 480, buffer: 24_000)
    }

    private var rate: Double { Double(format.sampleRate) * (1 + script.skew) }
    private var milliseconds: Int64 { clock.now.nanoseconds(since: Self.zero) / 1_000_000 }

    /// Samples since it began, in whole periods.
    private func captured(since began: HostTime) -> Int64 {
        let periods = Double(clock.now.nanoseconds(since: began)) / 1e9 * rate / Double(format.period)
        return Int64(periods.rounded(.down)) * Int64(format.period)
    }

    private func error(_ operation: String, _ number: Int32) -> ALSAError { ALSAError(operation, number, of: name) }

    func status() throws(ALSAError) -> ALSAStreamStatus {
        if let gone = script.gone, milliseconds >= gone { throw error("snd_pcm_status", ENODEV) }
        if script.asleep.map({ $0.contains(milliseconds) || milliseconds >= $0.upperBound }) == true {
            return ALSAStreamStatus(.suspended)
        }
        if let stop = script.stops.first, milliseconds >= stop {
            script.stops.removeFirst()
            began = nil
        }
        guard let began else { return ALSAStreamStatus(.stopped) }
        let count = captured(since: began)
        let available = Int(count - taken)
        if script.stopsWhenFull, available > format.buffer { return ALSAStreamStatus(.overrun) }
        let time = began.advanced(byNanoseconds: Int64(Double(count) / rate * 1e9))
        return ALSAStreamStatus(
            .running, available: available, time: script.tellsTimes ? time : nil,
            began: script.tellsTimes ? began : nil)
    }

    func start() throws(ALSAError) {
        starts += 1
        if script.failingStarts > 0 {
            script.failingStarts -= 1
            return
        }
        (began, taken) = (clock.now, 0)
    }

    func resume() throws(ALSAError) -> Bool {
        guard let asleep = script.asleep, milliseconds >= asleep.upperBound else { return false }
        script.asleep = nil
        began = nil
        if script.resumes { return true }
        throw error("snd_pcm_resume", ENOSYS)
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) throws(ALSAError) -> Int {
        guard let began else { throw error("snd_pcm_readi", EBADFD) }
        if script.emptyReads > 0 {
            script.emptyReads -= 1
            return 0
        }
        let available = captured(since: began) - taken
        if script.stopsWhenFull, available > Int64(format.buffer) { throw error("snd_pcm_readi", EPIPE) }
        let count = min(Int(available), bytes.count / (2 * format.channels), script.shortReads)
        let first = Double(began.nanoseconds(since: Self.zero)) / 1e9 * Double(format.sampleRate)
        for frame in 0..<count {
            // As the host counts, whatever the card's own clock does.
            let index = first + Double(taken + Int64(frame)) / (1 + script.skew)
            for channel in 0..<format.channels {
                let value = Int16(truncatingIfNeeded: Int64(index.rounded()) % 32_768)
                bytes.storeBytes(
                    of: (channel == 0 ? value : -value).littleEndian,
                    toByteOffset: 2 * (frame * format.channels + channel),
                    as: Int16.self)
            }
        }
        taken += Int64(count)
        return count
    }

    func skip(_ count: Int) throws(ALSAError) -> Int {
        taken += Int64(count)
        return count
    }
}
