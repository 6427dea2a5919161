import Foundation
import Glibc

/// `onair-bench`: figures of this build beside other programs doing the same job in the same run.
///
/// `onair-bench [--json FILE] [--rounds N] [--only NAME] [--folder DIR]`, where NAME is one of
/// allocations, scaling, layers, compose, looks, skin, mjpeg, throughput, job, destinations, latency; exit code 1 when a
/// limit does not hold.
@main
enum OnAirBench {
    nonisolated static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("onair-bench: \(error)\n".utf8))
            exit(70)
        }
    }

    private static func run(_ arguments: [String]) async throws -> Bool {
        var json: String?
        var rounds = 3
        var only: String?
        var folder = FileManager.default.currentDirectoryPath + "/.onair/bench"
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
            switch option {
            case "--json": json = value
            case "--rounds": rounds = max(1, Int(value) ?? 3)
            case "--only": only = value
            case "--folder": folder = value
            case "--count-allocations-into":
                try AllocationBench.child(into: value)
                return true
            default: throw BenchError("\(option) is not an option")
            }
        }
        let tools = try BenchTools(folder: folder)
        var results: [BenchResult] = []
        if only == nil || only == "allocations" { results += try AllocationBench(tools: tools).run() }
        if only == nil || only == "scaling" { results += try ScalingBench(tools: tools).run() }
        if only == nil || only == "layers" { results += try LayersBench(tools: tools).run() }
        if only == nil || only == "compose" { results += try ComposeBench(tools: tools).run(rounds: rounds) }
        if only == nil || only == "looks" { results += try LookBench(tools: tools).run(rounds: rounds) }
        if only == nil || only == "mjpeg" { results += try MotionJPEGBench(tools: tools).run() }
        if only == nil || only == "throughput" {
            let bench = ThroughputBench(tools: tools)
            results += try await bench.run(threads: 1, rounds: rounds)
            results += try await bench.run(threads: 2, rounds: rounds)
        }
        if only == nil || only == "job" { results += try await JobBench(tools: tools).run(rounds: rounds) }
        if only == nil || only == "destinations" {
            results += try await DestinationsBench(tools: tools).run(rounds: rounds)
        }
        if only == nil || only == "latency" { results += try await LatencyBench(tools: tools).run() }
        print(table(results))
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(results).write(to: URL(filePath: json))
        }
        return !results.contains { $0.holds == false }
    }

    private static func table(_ results: [BenchResult]) -> String {
        func number(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "" }
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let rows = results.map { result in
            pad(result.name, 52) + pad("\(number(result.ours)) \(result.unit)", 14)
                + pad(result.peer.map { "\($0) \(number(result.theirs)) \(result.unit)" } ?? "", 24)
                + pad(result.ratio.map { "× \(number($0))" } ?? "", 9)
                + (result.limit.map {
                    "\(result.rule.rawValue) \(number($0)): \(result.holds == true ? "holds" : "FAILS")"
                }
                    ?? "")
        }
        return rows.joined(separator: "\n")
    }
}
