import OnAirSystem

/// A camera at the USB bus, as the kernel shows it below `/sys/bus/usb/devices`.
public struct USBCameraFacts: Sendable, Equatable {
    /// Its name; nil where it has none.
    public var name: String?
    /// Whether a driver has it.
    public var hasDriver: Bool
    /// Megabits per second of its connection; nil where that is not known.
    public var speed: Int?
    /// The number of its bus, which cameras share.
    public var bus: Int?

    public init(name: String? = nil, hasDriver: Bool = true, speed: Int? = nil, bus: Int? = nil) {
        (self.name, self.hasDriver, self.speed, self.bus) = (name, hasDriver, speed, bus)
    }

    static func all(reading files: SystemFiles) -> [USBCameraFacts] {
        let root = "/sys/bus/usb/devices"
        return files.names(in: root).compactMap { entry in
            // DEVICE:CONFIGURATION.INTERFACE. Class 0e, subclass 01: the control interface of a video device (UVC 1.1,
            // appendix A).
            let parts = entry.split(separator: ":")
            guard parts.count == 2, files.word("\(root)/\(entry)/bInterfaceClass") == "0e",
                files.word("\(root)/\(entry)/bInterfaceSubClass") == "01"
            else { return nil }
            let device = "\(root)/\(parts[0])"
            return USBCameraFacts(
                name: files.word("\(device)/product"), hasDriver: files.link("\(root)/\(entry)/driver") != nil,
                speed: files.word("\(device)/speed").flatMap { Int($0) },
                bus: files.word("\(device)/busnum").flatMap { Int($0) })
        }
    }
}
