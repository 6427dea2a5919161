/// A camera or microphone of the catalogue, as far as it matters for going live.
public struct ListedDevice: Sendable, Equatable {
    /// Its `uniqueID`.
    public var id: String
    /// Its name for people.
    public var name: String
    /// Why it cannot be opened, and what to do; nil where it can.
    public var refusal: String?

    public init(id: String, name: String, refusal: String? = nil) {
        (self.id, self.name, self.refusal) = (id, name, refusal)
    }

    /// The devices of `catalog` that are no simulated ones.
    static func real(for mediaType: MediaType, in catalog: CaptureDeviceCatalog) -> [ListedDevice] {
        catalog.devices(for: mediaType).filter { !$0.uniqueID.hasPrefix("simulated:") }.map { device in
            let refusal: String? = if case .denied(let error) = device.authorization { error.description } else { nil }
            return ListedDevice(id: device.uniqueID, name: device.localizedName, refusal: refusal)
        }
    }
}
