import Dispatch
import OnAirMedia
import OnAirV4L2

/// Everything that can be set on a Video4Linux camera: its list of controls, and the named settings made of them.
///
/// Decides nothing: `V4L2CameraSnapshot` does. Calls may come from any thread; they wait for the device.
package final class V4L2CameraControls: Sendable {
    private struct State {
        /// What the device was found to have, at which node and which device: looked for once for each.
        var found: [V4L2Control]?
        weak var node: V4L2Node?
        var device: V4L2Directory.Key?
        var memory = V4L2CameraSnapshot.Memory()
        /// What it could do when it was last there.
        var capabilities = CameraCapabilities()
        var settings = CameraSettings()
    }

    private let node: @Sendable () throws(CaptureError) -> V4L2Node
    private let device: @Sendable () -> V4L2Directory.Key?
    private let name: String
    private let state = Lock(State())
    /// One caller changes at a time; the others wait, as they would for the device.
    private let turn = DispatchSemaphore(value: 1)

    /// - Parameters:
    ///   - name: the camera's, for people.
    ///   - device: which device is there now: the same one has the same controls however often it is opened. Nil where
    ///     that is not known.
    ///   - node: gives the open node, of the camera wherever it is now.
    package init(
        name: String = "The camera", device: @escaping @Sendable () -> V4L2Directory.Key? = { nil },
        node: @escaping @Sendable () throws(CaptureError) -> V4L2Node
    ) {
        (self.name, self.device, self.node) = (name, device, node)
    }

    // MARK: - Asking

    /// What can be set; as it was last known while the camera is gone.
    package var capabilities: CameraCapabilities {
        guard let snapshot = try? snapshot(of: []) else { return state.withLock { $0.capabilities } }
        let capabilities = snapshot.capabilities
        state.withLock { $0.capabilities = capabilities }
        return capabilities
    }

    /// How it is set now; as it was last known while the camera is gone.
    package var settings: CameraSettings {
        guard let snapshot = try? snapshot(of: V4L2CameraSnapshot.settingsIDs) else {
            return state.withLock { $0.settings }
        }
        return state.withLock { state in
            state.settings = snapshot.settings(state.memory)
            return state.settings
        }
    }

    /// Every control, with its value; none while the camera is gone.
    package var controls: [CaptureControl] {
        guard let snapshot = try? snapshot(of: nil) else { return [] }
        return snapshot.list(state.withLock { $0.memory })
    }

    /// The part of the sensor that digital zoom leaves.
    package var fieldOfView: SensorRect {
        SensorRect(zoom: state.withLock { $0.memory.digitalZoom })
    }

    /// Which way the camera says that it looks (V4L2_CID_CAMERA_ORIENTATION).
    package var position: CaptureDevice.Position {
        guard let snapshot = try? snapshot(of: [V4L2ControlID.cameraOrientation]) else { return .unspecified }
        return switch snapshot.number(V4L2ControlID.cameraOrientation) {
        case 0: .front
        case 1: .back
        default: .unspecified
        }
    }

    // MARK: - Setting

    /// Sets `controls` as `settings` have them.
    ///
    /// - Throws: `CaptureError`; what was set until then stays, for the caller to put back.
    package func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        try inTurn { () throws(CaptureError) in
            let node = try node()
            let snapshot = try snapshot(of: V4L2CameraSnapshot.settingsIDs, at: node)
            let now = state.withLock { snapshot.settings($0.memory) }
            try now.taking(controls, from: settings).check(against: snapshot.capabilities, from: now, of: name)
            for step in snapshot.steps(for: controls, of: settings) {
                try set(step.control, to: .number(step.value), step.purpose.rawValue, step.purpose, at: node)
                if step.isMode { try confirm(step, at: node) }
            }
            state.withLock { state in
                if controls.contains(.exposureMode) { state.memory.isExposureLocked = settings.exposureMode == .locked }
                if controls.contains(.videoZoomFactor), snapshot.zoomControl == nil {
                    state.memory.digitalZoom = settings.videoZoomFactor
                }
            }
        }
    }

    /// Sets controls of the list: all of them or, with an error, none.
    package func setControls(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome] {
        try inTurn { () throws(CaptureError) in
            let node = try node()
            let snapshot = try snapshot(of: nil, at: node)
            let list = snapshot.list(state.withLock { $0.memory })
            let steps = try CaptureControlPlan(changes, among: list, of: name).steps
            var ids: [String: UInt32] = [:]
            for (id, name) in snapshot.names { ids[name] = id }
            var done: [V4L2Control] = []
            for step in steps {
                guard let control = ids[step.name].flatMap({ snapshot[$0] }) else { continue }
                do throws(CaptureError) {
                    try set(control, to: Self.native(step.value), step.name, nil, at: node)
                    done.append(control)
                } catch {
                    putBack(done, as: snapshot, at: node)
                    throw error
                }
            }
            if let zoom = steps.first(where: { $0.name == V4L2CameraSnapshot.digitalZoomName })?.value.number {
                state.withLock { $0.memory.digitalZoom = zoom }
            }
            return steps.map { outcome(of: $0, ids, snapshot, at: node) }
        }
    }

    /// Whoever had the camera open lets it go: what shines goes off.
    package func letGo() {
        turn.wait()
        defer { turn.signal() }
        do {
            guard let node = try? node(), let snapshot = try? snapshot(of: [V4L2ControlID.flashMode], at: node),
                let lamp = snapshot.settable(V4L2ControlID.flashMode),
                snapshot.number(lamp.id) == V4L2CameraSnapshot.lampOn
            else { return }
            // A camera that is gone is dark.
            try? node.set(lamp, to: .number(V4L2CameraSnapshot.lampOff))
        }
    }

    private func inTurn<Value>(_ body: () throws(CaptureError) -> Value) throws(CaptureError) -> Value {
        turn.wait()
        defer { turn.signal() }
        return try body()
    }

    // MARK: - The device

    private func snapshot(of ids: [UInt32]?) throws(CaptureError) -> V4L2CameraSnapshot {
        try snapshot(of: ids, at: node())
    }

    /// What the device tells now.
    ///
    /// - Parameter ids: whose values are read; nil for all. What cannot be read is left out.
    private func snapshot(of ids: [UInt32]?, at node: V4L2Node) throws(CaptureError) -> V4L2CameraSnapshot {
        do throws(V4L2Error) {
            let device = device()
            let known = state.withLock { state in
                state.node === node || device != nil && state.device == device ? state.found : nil
            }
            let controls: [V4L2Control]
            if let known {
                // What depends on how the device is set, such as what counts for nothing now, is asked again.
                controls = try known.map { control throws(V4L2Error) in try Self.again(control, at: node) }
            } else {
                controls = try V4L2ControlSurvey(of: node).controls
                state.withLock { ($0.found, $0.node, $0.device) = (controls, node, device) }
            }
            var snapshot = V4L2CameraSnapshot(controls)
            for control in controls
            where control.kind != .button && !control.flags.contains(.writeOnly) && ids?.contains(control.id) ?? true {
                do throws(V4L2Error) { snapshot.values[control.id] = try node.value(of: control) } catch {
                    if error.isGone { throw error }
                }
            }
            return snapshot
        } catch {
            throw CaptureError(error, of: name)
        }
    }

    private static func again(_ control: V4L2Control, at node: V4L2Node) throws(V4L2Error) -> V4L2Control {
        do throws(V4L2Error) { return try node.describeControl(control.id, known: control).control ?? control } catch {
            if error.isGone { throw error }
            return control
        }
    }

    private func set(
        _ control: V4L2Control, to value: V4L2ControlValue, _ spelling: String, _ purpose: CameraControl?,
        at node: V4L2Node
    ) throws(CaptureError) {
        do throws(V4L2Error) { try node.set(control, to: value) } catch {
            throw CaptureError(error, of: name, control: purpose, spelling)
        }
    }

    /// A driver that says it took a mode and did not would make every value that follows count for nothing.
    private func confirm(_ step: V4L2CameraSnapshot.Step, at node: V4L2Node) throws(CaptureError) {
        guard case .number(let actual)? = try? node.value(of: step.control), actual != step.value else { return }
        throw CaptureError(
            .refused, "\(name) did not take \(step.purpose.rawValue): its \(step.control.name) stays \(actual).",
            advice: "Unplug it and plug it in again, or leave this setting alone.", control: step.purpose)
    }

    private func outcome(
        of step: CaptureControlChange, _ ids: [String: UInt32], _ snapshot: V4L2CameraSnapshot, at node: V4L2Node
    ) -> CaptureControlOutcome {
        guard let control = ids[step.name].flatMap({ snapshot[$0] }) else {
            return CaptureControlOutcome(step.name, wanted: step.value, actual: step.value)
        }
        var actual: CaptureControl.Value?
        if control.kind != .button, control.flags.isDisjoint(with: [.writeOnly, .volatile]) {
            switch try? node.value(of: control) {
            case .number(let number)?: actual = .integer(number)
            case .text(let text)?: actual = .text(text)
            case nil: actual = nil
            }
        }
        return CaptureControlOutcome(step.name, wanted: step.value, actual: actual)
    }

    /// In the reverse order, so that automatic modes come on again last. What went wrong first is what counts.
    private func putBack(_ controls: [V4L2Control], as snapshot: V4L2CameraSnapshot, at node: V4L2Node) {
        for control in controls.reversed() {
            if let value = snapshot.values[control.id] { try? node.set(control, to: value) }
        }
    }

    private static func native(_ value: CaptureControl.Value) -> V4L2ControlValue {
        switch value {
        case .integer(let number): .number(number)
        case .decimal(let number): .number(Int64(number))
        case .text(let text): .text(text)
        }
    }
}
