import OnAirCapture

/// Whether a device that is connected now is better than the one in use. A pure decision.
enum StandIns {
    /// Whether `choice` leaves it open whether the device is a real one.
    static func isOpen(_ choice: DeviceChoice) -> Bool {
        switch choice {
        case .automatic, .position: true
        case .device, .simulated, .file, .off: false
        }
    }

    /// Whether a real device of the kind that was hoped for has come while a simulated one stands in for it. It takes
    /// nobody's place by itself.
    static func isWorthTelling(_ newcomer: CaptureDevice, used: CaptureDevice?, choice: DeviceChoice) -> Bool {
        guard let used, used.mediaType == newcomer.mediaType, isOpen(choice), isSimulated(used),
            !isSimulated(newcomer), !newcomer.isMonitor
        else { return false }
        guard case .position(let position) = choice, position != .unspecified else { return true }
        return newcomer.position == position
    }

    private static func isSimulated(_ device: CaptureDevice) -> Bool { device.uniqueID.hasPrefix("simulated:") }
}
