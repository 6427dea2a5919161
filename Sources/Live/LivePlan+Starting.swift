import Dispatch
import OnAir
import OnAirTerminal

/// How a plan is carried out, for whoever does that.
extension LivePlan {
    /// Starts everything; the error is what kept capture, the stream or a recording from starting at all.
    ///
    /// - Parameter withOutputs: whether recordings and destinations start as well.
    package func start(
        _ kit: StreamerKit, withOutputs: Bool = true
    ) async -> (error: BroadcastError?, captureBegan: Bool) {
        do throws(BroadcastError) { try await checkScenes() } catch { return (error, false) }
        do throws(BroadcastError) { try await kit.startCapture() } catch {
            // These are found before capture begins, and no event tells of them.
            return (error, ![.invalidConfiguration, .invalidState].contains(error.broadcastCode))
        }
        guard withOutputs else { return (nil, true) }
        do throws(BroadcastError) {
            for path in recordings { try await kit.startRecording(to: path) }
            if !destinations.isEmpty { try await kit.startStream(to: destinations) }
            return (nil, true)
        } catch {
            return (error, true)
        }
    }

    /// Says where a simulated device has taken the place of a real one, and why. Looks at the devices again, which may
    /// take a moment.
    package func explain(
        _ camera: CaptureDevice?, _ microphone: CaptureDevice?, _ say: @escaping @Sendable (String) -> Void
    ) {
        let standIns = [camera, microphone].compactMap { $0 }.filter(isStandIn)
        guard !standIns.isEmpty else { return }
        DispatchQueue.global().async {
            for device in standIns {
                let reasons = CaptureDeviceCatalog.shared.problems(for: device.mediaType).map(\.error.message)
                say(standInWords(for: device.mediaType, reasons: reasons))
            }
        }
    }
}

extension LiveEvent.DeviceName {
    package init(_ device: CaptureDevice) { self.init(id: device.uniqueID, name: device.localizedName) }
}

extension Log {
    /// What the library says, on standard error from `level` on.
    package static func standardError(_ level: LiveOptions.LogLevel) -> Log {
        switch level {
        case .error: .standardError(level: .error)
        case .warning: .standardError(level: .warning)
        case .info: .standardError(level: .info)
        case .debug: .standardError(level: .debug)
        }
    }
}
