import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit
import OnAirWire
import Testing

@Suite("Every fault in every phase, on virtual time")
struct FaultMatrixTests {
    /// What one cell of the table says.
    struct Row: Sendable {
        let fault: Fault
        var told = ""
        var detected: Int64 = 0
        var outage: Int64 = 0
        var back: Int64?
        var attempts = 0
        var lostPictures: Int64 = 0
        var stop: Int64 = 0

        var line: String {
            let back = back.map { "\($0)" } ?? "–"
            return "| \(fault.kind.rawValue) | \(fault.phase.rawValue) | \(told) | \(detected) | \(outage) | \(back) | "
                + "\(attempts) | \(lostPictures) | \(stop) |"
        }
    }

    /// How long a fault lasts: a network or server that is away, half a minute; one that accepts and refuses is well again
    /// 100 ms after the first refusal.
    private static func outage(of fault: Fault) -> Int64? {
        switch (fault.kind, fault.phase) {
        case (.stalls, _), (.blackHoles, _), (.restarts, _): 30_000
        case (.resets, .tcpConnect), (.refusesAuthentication, .tcpConnect): 30_000
        case (.nameInUse, .publish), (.nameInUse, .createStream): 3_500
        case (.nameInUse, .midStream): 3_500
        default: nil
        }
    }

    @Test("Told in 2 s, back in 1 s with an IDR picture, stopped in 1 s, and nobody else loses anything")
    func matrix() throws {
        var rows: [Row] = []
        for fault in Fault.all { rows.append(try cell(fault)) }
        #expect(rows.count == 56)
        let head = """
            | fault | while | told | detected after ms | outage ms | first picture after it ms | attempts | pictures lost | stop ms |
            |---|---|---|---|---|---|---|---|---|

            """
        let table = head + rows.map { $0.line + "\n" }.joined()
        let page = Page("reconnecting.md", part: "virtual time")
        if Page.isRecording { try page.write(table) }
        #expect(try page.text() == table, "run it with ONAIR_RECORD=1 to write the page anew")
    }

    @Test("The same with other random numbers", arguments: [2, 3] as [UInt64])
    func otherSeeds(seed: UInt64) throws {
        for fault in Fault.all where fault.phase != .duringStop {
            _ = try withScene(fault, seed: seed) { try outliving($0) }
        }
    }

    private func withScene<Result>(
        _ fault: Fault, seed: UInt64 = 1, _ body: (FaultScene) throws -> Result
    ) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("onair-\(UUID().uuidString).flv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let scene = try FaultScene(fault, recordingTo: path, seed: seed)
        scene.play(until: FaultScene.onset)
        #expect(scene.monitor.statistics.state == .publishing)
        return try body(scene)
    }

    private func cell(_ fault: Fault) throws -> Row {
        if fault.phase == .duringStop { return try withScene(fault) { try stopping($0) } }
        var row = try withScene(fault) { try outliving($0) }
        row.stop = try withScene(fault) { try stoppedInside($0) }
        return row
    }

    /// The fault comes and goes.
    private func outliving(_ scene: FaultScene) throws -> Row {
        let fault = scene.fault
        let name = "\(fault.kind.rawValue) × \(fault.phase.rawValue)"
        var row = Row(fault: fault)
        scene.servers.breakNow()
        #expect(scene.play(until: 20_000) { scene.servers.firstMet != nil }, "\(name): never met")
        let met = try #require(scene.servers.firstMet)
        #expect(scene.play(until: 20_000) { scene.events.first(since: met) { $0.isAlarm } != nil }, "\(name): not told")
        let alarm = try #require(scene.events.first(since: met) { $0.isAlarm })
        row.told = alarm.kind.words
        row.detected = alarm.at - met
        #expect(row.detected <= 2000, "\(name)")
        // Where it is one event and no state, the server is well the moment it has struck.
        let isMoment = fault.phase == .midStream && [.closes, .resets, .garbage].contains(fault.kind)
        let end = Self.outage(of: fault).map { FaultScene.onset + $0 } ?? (isMoment ? met : alarm.at + 100)
        scene.play(until: end)
        scene.servers.heal()
        let healed = max(end, met)
        row.outage = healed - met
        let peersBefore = scene.servers.peers.count
        func isBack() -> Bool { scene.arrivals.contains { $0.at >= healed && $0.peer > 0 } }
        #expect(scene.play(until: healed + 20_000, or: isBack), "\(name): not back, \(scene.events.all.suffix(6))")
        let first = try #require(scene.arrivals.first { $0.at >= healed && $0.peer > 0 })
        row.back = first.at - healed
        #expect(first.at - healed <= 1000, "\(name), of \(peersBefore) connections")
        #expect(scene.arrivals.first { $0.peer == first.peer }?.isKeyframe == true, "\(name)")
        expectBeginning(of: scene.servers.peers[first.peer], name)
        scene.play(until: first.at + 12_000)
        #expect(scene.monitor.statistics.state == .publishing, "\(name)")
        scene.stop.request()
        scene.play(until: scene.now + 1000)
        #expect(scene.handle.isFinished, "\(name)")
        if let disorder = scene.events.disorder { Issue.record("\(name): \(disorder)") }
        row.attempts = scene.monitor.statistics.attempts
        #expect(scene.monitor.statistics.reconnects >= 1)
        let missed = scene.monitor.statistics
        // Until it was stopped; the last second went to the others alone.
        row.lostPictures = missed.missed.video + missed.dropped.video
        expectOthersWhole(scene, name)
        return row
    }

    /// Stopped one second after the fault was met.
    private func stoppedInside(_ scene: FaultScene) throws -> Int64 {
        let name = "\(scene.fault.kind.rawValue) × \(scene.fault.phase.rawValue), stopped"
        scene.servers.breakNow()
        scene.play(until: 20_000) { scene.servers.firstMet != nil }
        scene.play(until: scene.now + 1000)
        return expectStop(scene, name)
    }

    /// The fault strikes while good-byes are said.
    private func stopping(_ scene: FaultScene) throws -> Row {
        let name = "\(scene.fault.kind.rawValue) × \(scene.fault.phase.rawValue)"
        var row = Row(fault: scene.fault)
        scene.servers.breakNow()
        row.stop = expectStop(scene, name)
        row.told = scene.events.all.last?.kind.words ?? ""
        row.detected = row.stop
        row.attempts = scene.monitor.statistics.attempts
        row.lostPictures = scene.monitor.statistics.missed.video + scene.monitor.statistics.dropped.video
        return row
    }

    private func expectStop(_ scene: FaultScene, _ name: String) -> Int64 {
        let asked = scene.now
        scene.stop.request()
        scene.play(until: asked + 1000)
        #expect(scene.handle.isFinished, "\(name)")
        guard let last = scene.events.all.last else { return .max }
        #expect(last.kind == .ended(.stopped), "\(name): \(last)")
        if let disorder = scene.events.disorder { Issue.record("\(name): \(disorder)") }
        #expect(scene.servers.peers.allSatisfy { $0.look { $0.isClosed } }, "\(name): a link is open")
        expectOthersWhole(scene, name)
        return last.at - asked
    }

    private func expectOthersWhole(_ scene: FaultScene, _ name: String) {
        #expect(scene.finish(), "\(name): the others did not end")
        for figures in [scene.otherMonitor.statistics, scene.recordingMonitor.statistics] {
            #expect(figures.video.packets == scene.pictures, "\(name)")
            #expect(figures.audio.packets == scene.sounds, "\(name)")
            #expect(figures.dropped.total == 0 && figures.missed.total == 0, "\(name)")
        }
    }

    /// Metadata and both headers first, then an IDR picture at time 0, and sound from the same origin on.
    private func expectBeginning(of peer: MemoryPeer, _ name: String) {
        let media = peer.look { $0.server.media }
        #expect(media.prefix(3).map(\.type) == [.dataAMF0, .video, .audio], "\(name)")
        #expect(media.prefix(3).allSatisfy { $0.timestamp == 0 }, "\(name)")
        #expect(media.dropFirst().first?.payload.prefix(2) == [0x17, 0], "\(name)")
        #expect(media.dropFirst(3).first { $0.type == .video }?.payload.prefix(2) == [0x17, 1], "\(name)")
        #expect(media.dropFirst(3).first { $0.type == .video }?.timestamp == 0, "\(name)")
        // Sound packets are 21⅓ ms long, so that the first one begins less than that after the picture.
        if let sound = media.dropFirst(3).first(where: { $0.type == .audio }) {
            #expect(sound.timestamp < 22, "\(name)")
        }
    }
}
