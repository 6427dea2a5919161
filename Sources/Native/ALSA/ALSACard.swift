/// A sound card that records.
public struct ALSACard: Hashable, Sendable {
    /// Where a USB card is and what it says of itself.
    public struct USB: Hashable, Sendable {
        /// The name it has for people.
        public var product: String
        /// Vendor and product as four hexadecimal digits each, such as `1d6b:0104`.
        public var model: String
        /// The device's serial number; nil where it has none.
        public var serial: String?
        /// The bus and the ports the card is behind, such as `usb-0000:00:14.0-1.2`; stays while it stays plugged in there.
        public var path: String

        public init(product: String, model: String, serial: String? = nil, path: String) {
            (self.product, self.model, self.serial, self.path) = (product, model, serial, path)
        }
    }

    /// One of a card's devices that record.
    public struct Recording: Hashable, Sendable {
        /// The device's number on its card.
        public var device: Int
        /// The name for people.
        public var name: String

        public init(device: Int, name: String) { (self.device, self.name) = (device, name) }
    }

    /// The number it has until it goes away.
    public var number: Int
    /// The short name that the kernel gives it, such as `PCH` or `Camera`; unique among those that are there.
    public var id: String
    /// The name for people.
    public var name: String
    /// The kernel's driver, such as `USB-Audio`.
    public var driver: String
    /// Nil for a card that is not behind USB.
    public var usb: USB?
    /// What records, at least one.
    public var recordings: [Recording]

    public init(
        number: Int, id: String, name: String, driver: String, usb: USB? = nil, recordings: [Recording]
    ) {
        (self.number, self.id, self.name, self.driver) = (number, id, name, driver)
        (self.usb, self.recordings) = (usb, recordings)
    }

    /// Whether there is no hardware behind it: what others play into it, or nothing.
    public var isVirtual: Bool { driver == "Loopback" || driver == "Dummy" }
}
