import Glibc
import OnAir
import OnAirLive
import OnAirMedia

/// Does what keys and mouse ask for, one after the other, and says in one line what came of it. Belongs to one task.
struct WindowActions {
    /// What came of something.
    struct Outcome: Sendable {
        /// In words; nil where there is nothing to say.
        var answer: String?
        var isMuted: Bool
        var isFrozen: Bool
        var camera: String?
    }

    private let kit: StreamerKit
    private let keys: LiveKeyActions
    private var names: RecordingNames

    init(kit: StreamerKit, keys: LiveKeyActions, recordings: RecordingNames) {
        (self.kit, self.keys, names) = (kit, keys, recordings)
    }

    mutating func perform(_ action: WindowAction) async -> Outcome {
        switch action {
        case .live(.help): await outcome("\(await keys.help())  \(WindowAction.help)")
        case .live(.mirror): await outcome(await mirror())
        case .live(let key): await outcome(await keys.perform(key))
        case .record: await outcome(await record())
        case .send, .fullScreen, .leaveFullScreen: await outcome(nil)
        }
    }

    /// For viewers and in the window alike, where it could not be seen else.
    private func mirror() async -> String {
        let isMirrored = await !kit.configuration.video.isStreamMirrored
        do throws(BroadcastError) {
            try await kit.configure {
                ($0.video.isStreamMirrored, $0.video.isPreviewMirrored) = (isMirrored, isMirrored)
            }
            return isMirrored ? "mirrored" : "not mirrored"
        } catch {
            return error.description
        }
    }

    /// Focus and exposure for a point of the window's surface.
    func tapped(_ point: LayerPoint, _ surface: LayerSize) async -> Outcome {
        await outcome(await focus(point, surface))
    }

    private func outcome(_ answer: String?) async -> Outcome {
        let configuration = await kit.configuration
        return Outcome(
            answer: answer, isMuted: configuration.audio.isMuted, isFrozen: configuration.video.isStreamFrozen,
            camera: await kit.camera?.localizedName)
    }

    private func focus(_ point: LayerPoint, _ surface: LayerSize) async -> String? {
        guard let sensor = await kit.sensorPoint(at: point, in: surface) else {
            return nil
        }
        do throws(BroadcastError) {
            let result = try await kit.focusAndExpose(at: sensor)
            let parts = [("focus", result.focus), ("exposure", result.exposure)]
            let pointed = parts.filter { $0.1 == .atPoint }.map(\.0)
            if !pointed.isEmpty {
                // Where the camera says that it is.
                let settings = await kit.camera?.settings
                let asked =
                    result.focus == .atPoint ? settings?.focusPointOfInterest : settings?.exposurePointOfInterest
                let place = asked ?? sensor
                return "\(pointed.joined(separator: " and ")) at "
                    + "\(Self.thousandths(place.x)), \(Self.thousandths(place.y)) of the sensor"
            }
            let whole = parts.filter { $0.1 == .wholePicture }.map(\.0)
            return whole.isEmpty
                ? "this camera neither focuses nor exposes by itself"
                : "\(whole.joined(separator: " and ")) for the whole picture: this camera cannot be pointed"
        } catch {
            return error.description
        }
    }

    private static func thousandths(_ value: Double) -> String {
        let number = Int((min(max(value, 0), 1) * 1000).rounded())
        let digits = "\(number % 1000)"
        return "\(number / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }

    private mutating func record() async -> String {
        let running = await kit.outputStatus.filter { status in
            if case .ended = status.state { false } else { status.kind == .recording }
        }
        guard running.isEmpty else {
            for recording in running { await kit.stopRecording(recording.id) }
            return "recorded: \(running.map(\.name).joined(separator: ", "))"
        }
        let paths = names.next(isTaken: { access($0, F_OK) == 0 }, timed: TimedName.now(ending: "flv"))
        do throws(BroadcastError) {
            for path in paths { try await kit.startRecording(to: path) }
            return "recording to \(paths.joined(separator: ", "))"
        } catch {
            return error.description
        }
    }
}
