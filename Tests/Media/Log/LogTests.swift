import OnAirMedia
import Testing

@Suite("Log")
struct LogTests {
    private final class Kept: LogSink {
        private let lines = Lock<[LogLine]>([])
        var all: [String] { lines.withLock { $0.map { "\($0)" } } }
        func write(_ line: LogLine) { lines.withLock { $0.append(line) } }
    }

    @Test("A line shows level, label, message and fields, in this order")
    func line() {
        let sink = Kept()
        let log = Log(label: "rtmp", level: .trace, sink: sink, secrets: SecretRegister())
        log.warning("closed", [LogField("host", "a.example"), LogField("after", 12)])
        #expect(sink.all == ["warning rtmp: closed host=a.example after=12"])
    }

    @Test("Nothing below the level is written, and its fields are not even made")
    func levels() {
        let sink = Kept()
        let made = Lock(0)
        let log = Log(label: "x", level: .info, sink: sink, secrets: SecretRegister())
        func field() -> [LogField] {
            made.withLock { $0 += 1 }
            return []
        }
        log.trace("t", field())
        log.debug("d", field())
        log.info("i", field())
        log.error("e", field())
        #expect(sink.all == ["info x: i", "error x: e"])
        #expect(made.withLock { $0 } == 2)
    }

    @Test("A secret told to one log is hidden in all that share its register, also those made before")
    func sharedSecrets() {
        let sink = Kept()
        let log = Log(label: "a", sink: sink, secrets: SecretRegister())
        let other = log.labelled("b")
        log.hide("canary key")
        other.info("said", [LogField("text", "no canary key here")])
        #expect(sink.all == ["info b: said text=\"no *** here\""])
    }

    @Test("A field named like a secret loses its value")
    func namedFields() {
        let sink = Kept()
        Log(label: "a", sink: sink, secrets: SecretRegister()).info("x", [LogField("passphrase", "canary")])
        #expect(sink.all == ["info a: x passphrase=***"])
    }

    @Test("A peer's text cannot forge a line")
    func forgery() {
        let sink = Kept()
        Log(label: "a", sink: sink, secrets: SecretRegister())
            .info("said", [LogField("text", "x\nerror a: forged \"y\" \u{1B}[31m")])
        #expect(sink.all == ["info a: said text=\"x\\nerror a: forged \\\"y\\\" \\u{1b}[31m\""])
    }
}
