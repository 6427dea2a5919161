import OnAir
import OnAirTerminal

/// `onair camera`: looks at a camera's settings, changes and keeps them.
struct CameraCommand {
    let options: CameraOptions
    var catalog = CaptureDeviceCatalog.shared

    func run() async -> ExitCode {
        do throws(CaptureError) {
            return try await perform(options.action)
        } catch {
            Console.write("onair: \(Redactor().redact("\(error)"))\n", to: .standardError)
            return error.kind == .refused ? .settings : .input
        }
    }

    private func perform(_ action: CameraOptions.Action) async throws(CaptureError) -> ExitCode {
        switch action {
        case .list:
            return show(catalog.devices(for: .video).map { CameraSheet($0) })
        case .show(let camera):
            let sheet = CameraSheet(try CameraFinder.camera(camera, in: catalog))
            let text =
                options.json
                ? CameraReport.json(sheet)
                : CameraReport.show(sheet, columns: Console.outputColumns, isColored: Console.outputIsColored)
            return Console.answer(text, .success)
        case .set(let camera, let changes):
            let device = try CameraFinder.camera(camera, in: catalog)
            return tell(try await device.setControls(try Self.changes(changes, on: device)), of: device)
        case .reset(let camera):
            let device = try CameraFinder.camera(camera, in: catalog)
            return tell(try await device.resetControls(), of: device)
        case .position(let camera, let way):
            let device = try CameraFinder.camera(camera, in: catalog)
            if let way { try device.setPosition(CaptureDevice.Position(rawValue: way)) }
            return show([CameraSheet(device)])
        case .savePreset(let camera, let name, let changes):
            let device = try CameraFinder.camera(camera, in: catalog)
            try await device.savePreset(named: name, with: try Self.changes(changes, on: device))
            return presets(of: device)
        case .loadPreset(let camera, let name):
            let device = try CameraFinder.camera(camera, in: catalog)
            let outcome = try await device.loadPreset(named: name)
            return tell(outcome.controls, of: device, missing: outcome.missing)
        case .listPresets(let camera):
            let device = try CameraFinder.camera(camera, in: catalog)
            _ = try device.presets()
            return presets(of: device)
        case .deletePreset(let camera, let name):
            let device = try CameraFinder.camera(camera, in: catalog)
            try device.deletePreset(named: name)
            return presets(of: device)
        }
    }

    private func show(_ sheets: [CameraSheet]) -> ExitCode {
        let text =
            options.json
            ? CameraReport.json(sheets)
            : CameraReport.list(sheets, columns: Console.outputColumns, isColored: Console.outputIsColored)
        return Console.answer(text, .success)
    }

    private func presets(of device: CaptureDevice) -> ExitCode {
        let names = (try? device.presets()) ?? []
        return Console.answer(
            CameraReport.presets(names, of: device.uniqueID, json: options.json), .success)
    }

    private func tell(
        _ controls: [CaptureControlOutcome], of device: CaptureDevice, missing: [String] = []
    ) -> ExitCode {
        let now = device.controls + device.namedControls
        let isTemporary = controls.contains { outcome in
            now.first { $0.name == outcome.name }?.flags.contains(.temporary) ?? false
        }
        let outcome = CameraOutcome(
            id: device.uniqueID, controls: controls.map(CameraOutcome.Control.init), missing: missing,
            isTemporary: isTemporary)
        return Console.answer(
            options.json ? CameraReport.json(outcome) : CameraReport.outcome(outcome), outcome.exitCode)
    }

    /// What was typed, in the kinds that the camera's controls have. A name nobody knows is left for the camera to refuse.
    private static func changes(
        _ changes: [CameraOptions.Change], on device: CaptureDevice
    ) throws(CaptureError) -> [CaptureControlChange] {
        guard !changes.isEmpty else { return [] }
        let controls = device.controls + device.namedControls
        var result: [CaptureControlChange] = []
        for change in changes {
            guard let control = controls.first(where: { $0.name == change.control }) else {
                result.append(CaptureControlChange(change.control, .text(change.value)))
                continue
            }
            result.append(try control.change(to: change.value, of: device.localizedName))
        }
        return result
    }
}
