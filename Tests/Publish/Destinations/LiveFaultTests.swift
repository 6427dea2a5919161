import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit
import OnAirWire
import Testing

/// The cells of the fault matrix that are tried on real sockets too, and the real nginx.
@Suite("Faults on real sockets", .timeLimit(.minutes(2)), .serialized)
struct LiveFaultTests {
    private static let busy: RTMPServerScript = {
        var script = RTMPServerScript()
        script.publish = .reject(code: Fault.badName, text: "already publishing")
        return script
    }()

    private static let refusing: RTMPServerScript = {
        var script = RTMPServerScript()
        script.connect = .reject(code: "NetConnection.Connect.Rejected", text: "no such application")
        return script
    }()

    private static func once(_ strike: ServerPlan.Strike, at place: ServerPlan.Place) -> @Sendable (Int) -> ServerPlan {
        { $0 == 1 ? ServerPlan(strike, at: place) : ServerPlan() }
    }

    private static let cells: [LiveCell] = {
        var cells = [
            LiveCell(fault: "closes", phase: "mid-stream", breaks: .strike(.closes)),
            LiveCell(fault: "resets", phase: "mid-stream", breaks: .strike(.resets)),
            LiveCell(fault: "answers garbage", phase: "mid-stream", breaks: .strike(.garbage)),
            LiveCell(fault: "stalls", phase: "mid-stream", breaks: .strike(.stalls), outage: 3500),
            LiveCell(fault: "stalls longer", phase: "mid-stream", breaks: .strike(.stalls), outage: 7000),
            LiveCell(fault: "restarts", phase: "mid-stream", breaks: .leave, outage: 3000),
            LiveCell(fault: "restarts at once", phase: "mid-stream", breaks: .leave, outage: 50),
            LiveCell(
                fault: "name in use", phase: "mid-stream", breaks: .strike(.says("NetStream.Publish.BadName"))),
            LiveCell(
                fault: "name in use twice", phase: "publish",
                plan: { (1...2).contains($0) ? ServerPlan(.refuses, at: .publish, script: busy) : ServerPlan() }),
            LiveCell(
                fault: "refuses", phase: "connect",
                plan: { $0 == 1 ? ServerPlan(.refuses, at: .connect, script: refusing) : ServerPlan() }),
        ]
        let places: [(String, ServerPlan.Place)] = [
            ("TCP connect", .accept), ("handshake", .handshake), ("connect", .connect), ("createStream", .createStream),
            ("publish", .publish),
        ]
        for (phase, place) in places {
            for (fault, strike) in [("closes", .closes), ("resets", .resets)] as [(String, ServerPlan.Strike)] {
                cells.append(LiveCell(fault: fault, phase: phase, plan: once(strike, at: place)))
            }
            cells.append(LiveCell(fault: "stalls", phase: phase, plan: once(.stalls, at: place), outage: 3500))
        }
        cells.append(LiveCell(fault: "answers garbage", phase: "TCP connect", plan: once(.garbage, at: .accept)))
        for (fault, strike) in [("closes", .closes), ("resets", .resets), ("stalls", .stalls)]
            as [(String, ServerPlan.Strike)]
        {
            cells.append(
                LiveCell(
                    fault: fault, phase: "during stop", plan: { _ in ServerPlan(strike, at: .stop) }, breaks: .stop))
        }
        return cells
    }()

    private static let head = """
        | fault | while | told | detected after ms | outage ms | first picture after it ms | attempts | pictures lost | stop ms |
        |---|---|---|---|---|---|---|---|---|

        """

    @Test("Thirty faults on loopback, and four on nginx: told in 2 s, back in 1 s, stopped in 1 s")
    func cells() async throws {
        let program = LiveProgram()
        defer { program.end() }
        var lines: [Int: String] = [:]
        await withTaskGroup(of: (Int, String, String, LiveCell.Result?).self) { group in
            for (index, cell) in Self.cells.enumerated() {
                group.addTask {
                    do { return (index, cell.fault, cell.phase, try await cell.run(program)) } catch {
                        Issue.record("\(cell.fault) × \(cell.phase): \(error)")
                        return (index, cell.fault, cell.phase, nil)
                    }
                }
            }
            for (index, cell) in NginxCell.all.enumerated() where NginxCell.isAvailable {
                group.addTask {
                    do { return (1000 + index, cell.fault, "mid-stream, nginx", try await cell.run(program)) } catch {
                        Issue.record("\(cell.fault) × nginx: \(error)")
                        return (1000 + index, cell.fault, "mid-stream, nginx", nil)
                    }
                }
            }
            for await (index, fault, phase, result) in group {
                guard let result else { continue }
                lines[index] = result.line(fault, phase)
                let name = "\(fault) × \(phase)"
                // Wall-clock limits at three times: the machine may be busy.
                #expect(result.detected <= 6000, "\(name)")
                #expect(result.back.map { $0 <= 3000 } ?? true, "\(name)")
                #expect(result.stop <= 3000, "\(name)")
                #expect(result.problems.isEmpty, "\(name)")
            }
        }
        let table = Self.head + lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined()
        print(table)
        if Page.isRecording { try Page("reconnecting.md", part: "real sockets").write(table) }
    }
}
