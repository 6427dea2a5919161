import Glibc
import OnAirCapture
import OnAirMedia
import OnAirTerminal
import OnAirTestKit

extension FuzzTarget {
    /// The redactor: a registered secret is never in what comes out, and redacting twice changes nothing more.
    static let redactor = FuzzTarget(
        "redactor", share: 6,
        seeds: [
            "could not reach rtmp://u:canary@host/app/canary?x=1: refused", "Authorization: Bearer canary",
            "srt://host:9000?streamid=canary&passphrase=canary", "{\"password\":\"canary word\"}",
            "token=canary canary",
        ].map { Array($0.utf8) },
        words: ["rtmp://", "://", "/", "?", "@", "canary", "token=", "bearer ", "\"", " ", "password: ", "é", "***"].map
        {
            Array($0.utf8)
        },
        check: { input, _ throws(FuzzFinding) in
            var redactor = Redactor()
            redactor.add("canary")
            let once = redactor.redact(String(decoding: input, as: UTF8.self))
            try FuzzFinding.unless(!once.contains("canary"), "a secret is left")
            try FuzzFinding.unless(redactor.redact(once) == once, "redacting again changes it")
        })

    /// The command line: an error never repeats what stands in an address.
    static let options = FuzzTarget(
        "options", share: 4,
        seeds: [
            "live\n--to\nrtmp://host/app/canary\n--profile\n720p_30", "live\n--to=rtmp://u:canary@h/a/canary",
            "live\n--camera\nfile:x.mp4\n--mic\nauto", "devices\n--json", "camera\nset\nzoom=2", "help\nlive",
            "--version",
            "live\n--fault\nunplug@5-8",
        ].map { Array($0.utf8) },
        words: [
            "\n", "live", "--to", "--to=", "--key-file", "--camera", "--", "-h", "=", "rtmp://host/app/canary", "auto",
            "--record", "x.flv", "--profile", "\u{0}", "é",
        ].map { Array($0.utf8) },
        check: { input, _ throws(FuzzFinding) in
            let arguments = String(decoding: input, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init)
            do throws(UsageError) { _ = try OnAirCommand(arguments, version: "0") } catch {
                let isAlwaysSecret = arguments.allSatisfy { argument in
                    guard let word = argument.firstRange(of: "canary") else { return true }
                    return argument[..<word.lowerBound].contains("rtmp://host/app/")
                }
                let text = "\(error)"
                try FuzzFinding.unless(!isAlwaysSecret || !text.contains("canary"), "an error repeats a key: \(text)")
            }
        })

    /// Scripts of simulated faults: faults that last, or a typed error.
    static let faults = FuzzTarget(
        "faults", share: 4,
        seeds: [
            "unplug@5-8,mic:freeze@10-12.5", "deny@0", "front:rate=30000/1001@1.5", "back:size=320x180@2-3",
            "corrupt@1,busy@2",
        ].map { Array($0.utf8) },
        words: [
            "unplug", "freeze", "@", "-", ",", ":", "=", "rate", "size", "x", "/", "0", ".", "1e9",
            "9223372036854775807",
            "camera", "mic", " ",
        ].map { Array($0.utf8) },
        check: { input, _ throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            switch Result(catching: { () throws(CaptureError) in try SimulatedFaultScript(parsing: text) }) {
            case .success(let script):
                let isSane = script.entries.allSatisfy { $0.start >= .zero && ($0.end.map { $0 > .zero } ?? true) }
                try FuzzFinding.unless(isSane, "a fault that ends before it begins")
            case .failure(let error): try FuzzFinding.unless(!error.message.isEmpty, "an error says nothing")
            }
        })

    /// Key files: one line of UTF-8, or an error that does not repeat it.
    static let keyFiles = FuzzTarget(
        "key-files", share: 1,
        seeds: ["canary\n", "canary\r\nmore", "", "\n", "canary/&%#+ ü"].map { Array($0.utf8) }
            + [[UInt8](repeating: 0x61, count: 4097)],
        words: ["\n", "\r\n", "\r", "canary", "\u{0}", "é"].map { Array($0.utf8) } + [[0xFF], [0xC3]],
        check: { input, _ throws(FuzzFinding) in
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { return }
            defer { close(ends[0]) }
            // As much as a pipe holds with nobody reading.
            let written = input.withUnsafeBytes { write(ends[1], $0.baseAddress, min($0.count, 60_000)) }
            close(ends[1])
            guard written >= 0 else { return }
            switch Result(catching: { () throws(UsageError) in try KeyFile.read("/proc/self/fd/\(ends[0])") }) {
            case .success(let key):
                let line = input.prefix { $0 != UInt8(ascii: "\n") }
                try FuzzFinding.unless(
                    !key.isEmpty && key.utf8.count <= KeyFile.limit && line.starts(with: key.utf8), "another key")
            case .failure(let error):
                try FuzzFinding.unless(!"\(error)".contains("canary"), "an error repeats the key")
            }
        })
}
