import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit

/// One fault on real sockets: a destination that is live, what goes wrong, and when it is well again.
struct LiveCell: Sendable {
    /// What happens to the live stream.
    enum Break: Sendable {
        case strike(ServerPlan.Strike)
        /// The server is gone, port and all.
        case leave
        /// It is asked to stop; the plan strikes then.
        case stop
    }

    let fault: String
    let phase: String
    var plan: @Sendable (Int) -> ServerPlan = { _ in ServerPlan() }
    var breaks = Break.strike(.resets)
    /// Milliseconds from the break until the server is thawed or comes back; 0 where connections to come are well.
    var outage: Int64 = 0

    /// What came of it, in milliseconds.
    struct Result: Sendable {
        var told = ""
        var detected: Int64 = 0
        var outage: Int64 = 0
        var back: Int64?
        var attempts = 0
        var lost: Int64 = 0
        var stop: Int64 = 0
        /// What is wrong, in words.
        var problems: [String] = []

        func line(_ fault: String, _ phase: String) -> String {
            "| \(fault) | \(phase) | \(told) | \(detected) | \(outage) | \(back.map { "\($0)" } ?? "–") | \(attempts) "
                + "| \(lost) | \(stop) |"
        }
    }

    struct Stuck: Error { let text: String }

    /// Waits for a condition on a thread of its own.
    static func wait(_ what: String, seconds: Int = 20, until condition: @escaping @Sendable () -> Bool) async throws {
        let isTrue = try await Tool.onThread {
            for _ in 0..<(seconds * 250) {
                if condition() { return true }
                usleep(4000)
            }
            return false
        }
        if !isTrue { throw Stuck(text: what) }
    }

    static func sleep(milliseconds: Int64) async throws {
        try await Tool.onThread { _ = usleep(UInt32(max(milliseconds, 0) * 1000)) }
    }

    private static var now: Int64 { MonotonicClock().now.nanoseconds / 1_000_000 }

    func run(_ program: LiveProgram) async throws -> Result {
        guard let server = ScriptedServer(plan: plan) else { throw Stuck(text: "no port") }
        defer { server.end() }
        let destination = LiveDestination(
            try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/canary-key"), options: DestinationOptions())
        program.feed(destination)
        try await Self.wait("never live: \(fault), \(phase)") { (server.seen.first?.pictures ?? 0) > 15 }
        var result = Result()
        let broken = Self.now
        var stopTime: Int64?
        switch breaks {
        case .strike(let strike): server.strike(strike)
        case .leave: server.leave()
        case .stop: stopTime = await destination.stopTiming()
        }
        if let stopTime {
            result.told = destination.timed.all.last?.kind.words ?? ""
            (result.detected, result.stop) = (stopTime, stopTime)
            conclude(destination, &result)
            return result
        }
        try await meet(server, destination, broken: broken, &result)
        result.stop = await destination.stopTiming()
        conclude(destination, &result)
        return result
    }

    /// Waits until the fault was told and the stream is back.
    private func meet(
        _ server: ScriptedServer, _ destination: LiveDestination, broken: Int64, _ result: inout Result
    ) async throws {
        let isMetLater = plan(1).strike != nil
        if isMetLater {
            try await Self.wait("never met: \(fault), \(phase)") {
                server.seen.dropFirst().contains { $0.struckAt != nil }
            }
        }
        let met = isMetLater ? server.seen.dropFirst().compactMap { $0.struckAt?.milliseconds }.min() ?? broken : broken
        try await Self.wait("not told: \(fault), \(phase)") {
            destination.timed.first(since: met) { $0.isAlarm } != nil
        }
        let alarm = destination.timed.first(since: met) { $0.isAlarm }
        result.told = alarm?.kind.words ?? ""
        result.detected = (alarm?.at ?? 0) - met
        var healed = met
        if outage > 0 {
            try await Self.sleep(milliseconds: broken + outage - Self.now)
            healed = Self.now
            if case .leave = breaks { server.comeBack() } else { server.thaw() }
        } else if isMetLater {
            // The connection after the last one that was treated badly is well.
            try await Self.wait("not well: \(fault), \(phase)") { server.seen.last?.struckAt == nil }
            healed = server.seen.dropFirst().compactMap { $0.struckAt?.milliseconds }.max() ?? met
        }
        result.outage = healed - met
        let well = healed
        try await Self.wait("not back: \(fault), \(phase)") {
            server.seen.contains { ($0.last?.milliseconds ?? 0) > well && ($0.struckAt == nil || well > met) }
                && destination.monitor.statistics.state == .publishing
        }
        let after = server.seen.filter { ($0.last?.milliseconds ?? 0) > well }
        // A new connection's first picture, else the first one that came to the old one again.
        result.back = after.compactMap { seen -> Int64? in
            guard let first = seen.first?.milliseconds else { return nil }
            return first > well ? first - well : Self.now - well
        }.min()
        if after.last?.beginsWithKeyframe != true { result.problems.append("does not begin with an IDR picture") }
        try await Self.sleep(milliseconds: 300)
    }

    private func conclude(_ destination: LiveDestination, _ result: inout Result) {
        let figures = destination.monitor.statistics
        result.attempts = figures.attempts
        result.lost = figures.missed.video + figures.dropped.video
        if let disorder = destination.timed.disorder { result.problems.append(disorder) }
        if destination.timed.all.last?.kind != .ended(.stopped) { result.problems.append("did not end as stopped") }
        if "\(destination.timed.all)".contains("canary") { result.problems.append("shows a secret") }
    }
}

extension HostTime {
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
