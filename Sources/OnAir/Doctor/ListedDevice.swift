/// A camera or microphone of the catalogue, as far as it matters for going live.
public struct ListedDevice: Sendable, Equatable {
    /// Its `uniqueID`.
    public var id: String
    /// Its name for people.
    public var name: String
    /// Why it cannot be opened, and what to do; nil where it can.
    public var refusal: String?
    /// Why it would give no pictures although it can be opened, and what to do; nil where it would.
    public var signalProblem: String?
    /// Whether it gives what the machine plays; never used unless it is chosen.
    public var isMonitor: Bool

    public init(
        id: String, name: String, refusal: String? = nil, signalProblem: String? = nil, isMonitor: Bool = false
    ) {
        (self.id, self.name, self.refusal, self.isMonitor) = (id, name, refusal, isMonitor)
        self.signalProblem = signalProblem
    }

    /// The devices of `catalog` that are no simulated ones.
    static func real(for mediaType: MediaType, in catalog: CaptureDeviceCatalog) -> [ListedDevice] {
        catalog.devices(for: mediaType).filter { !$0.uniqueID.hasPrefix("simulated:") }.map { device in
            let refusal: String? = if case .denied(let error) = device.authorization { error.description } else { nil }
            return ListedDevice(
                id: device.uniqueID, name: device.localizedName, refusal: refusal,
                signalProblem: refusal == nil ? device.signalProblem?.message : nil, isMonitor: device.isMonitor)
        }
    }
}
