import OnAirMedia

/// A way in which a simulated device fails, for as long as it is set.
///
/// A microphone knows `unplug`, `freeze`, `deny` and `busy`; the others leave it as it is.
public enum SimulatedFault: Hashable, Sendable {
    /// Pulled out: what runs ends as `lost`, opening fails as `missing`, and watchers are told.
    case unplug
    /// What runs gives nothing any more, without ending.
    case freeze
    /// This user may not open it. What is open already goes on.
    case deny
    /// Somebody else has it. What is open already goes on.
    case busy
    /// Pictures come at this rate although another was granted, as from a camera in low light: those frames of the
    /// granted grid that are due first. A rate above the granted one changes nothing.
    case changeRate(FrameRate)
    /// Pictures have this size although another was granted; a side that cannot be drawn is the nearest that can.
    case wrongSize(PictureSize)
    /// Every picture arrives damaged: it is skipped and counted as `corrupt`.
    case corrupt
}

extension SimulatedFault {
    /// What opening `name` throws while this fault lasts; nil where it can be opened.
    func openingError(_ name: String) -> CaptureError? {
        switch self {
        case .unplug: .simulatedMissing(name)
        case .deny: .simulatedDenied(name)
        case .busy: .simulatedBusy(name)
        case .freeze, .changeRate, .wrongSize, .corrupt: nil
        }
    }
}

extension CaptureError {
    static func simulatedMissing(_ name: String) -> CaptureError {
        CaptureError(.missing, "The \(name) is unplugged.", advice: "Plug it in again: clear its fault.")
    }

    static func simulatedDenied(_ name: String) -> CaptureError {
        CaptureError(
            .denied, "This user may not open the \(name).",
            advice: "A real device needs its group, such as “video” or “audio”; this one needs its fault cleared.")
    }

    static func simulatedBusy(_ name: String) -> CaptureError {
        CaptureError(.busy, "Somebody else has the \(name).", advice: "Let it go there first.")
    }

    static func simulatedLost(_ name: String) -> CaptureError {
        CaptureError(.lost, "The \(name) was unplugged.", advice: "Plug it in again: clear its fault.")
    }
}
