import OnAirPulse

extension CaptureError {
    /// What a sound server's refusal means for whoever opens a microphone.
    init(opening error: PulseError) {
        let kind: Kind =
            switch error.kind {
            // Somebody who waits for it tries again.
            case .noServer, .noSource, .lost: .missing
            case .denied: .denied
            case .timedOut, .refused: .unusable
            }
        self.init(kind, error.message, advice: error.advice)
    }

    /// What it means for a microphone that runs.
    init(running error: PulseError) { self.init(.lost, error.message, advice: error.advice) }
}
