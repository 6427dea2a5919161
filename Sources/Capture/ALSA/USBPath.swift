/// Where a USB device is plugged in, in words that stay when buses are numbered anew. A pure value.
package struct USBPath: Hashable, Sendable, CustomStringConvertible {
    /// The controller and the ports behind it, such as `usb-0000:00:14.0-1.2`.
    package let description: String

    /// - Parameter device: the device's folder below `/sys/devices`, such as
    ///   `/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1.2`.
    package init(ofDevice device: String) {
        let parts = device.split(separator: "/")
        let name = parts.last ?? ""
        // `BUS-PORT.PORT`: the bus may have another number the next time.
        let ports = name.split(separator: "-", maxSplits: 1).last ?? name
        let bus = parts.firstIndex { $0.hasPrefix("usb") && Int($0.dropFirst(3)) != nil }
        if let bus, bus > 0 {
            description = "usb-\(parts[bus - 1])-\(ports)"
        } else {
            description = String(name)
        }
    }
}
