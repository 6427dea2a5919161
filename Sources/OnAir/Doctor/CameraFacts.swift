/// The cameras of a machine.
public struct CameraFacts: Sendable, Equatable {
    /// What the kernel shows as `/dev/video*`.
    public var nodes: [DeviceNode] = []
    /// Cameras that can be chosen, simulated ones left out.
    public var devices: [ListedDevice] = []
    /// What kept a kind of cameras from being looked for.
    public var problems: [BackendProblem] = []
    /// Cameras at the USB bus, also those that no driver has.
    public var usb: [USBCameraFacts] = []
    /// The user this process runs as.
    public var user = "this user"

    public init() {}

    package init(reading files: SystemFiles, _ catalog: CaptureDeviceCatalog) {
        user = SystemUsers(reading: files).current
        let found = DeviceNode.nodes(
            in: "/dev", files, where: { $0.hasPrefix("video") && $0.dropFirst(5).allSatisfy(\.isNumber) },
            name: { files.word("/sys/class/video4linux/\($0)/name") }
        )
        // Looking through every program takes a while where there are many.
        let holders = found.isEmpty ? nil : DeviceHolders(reading: files, below: "/dev/video")
        nodes = found.map { node in
            var node = node
            node.holders = holders?[node.path] ?? []
            return node
        }
        usb = USBCameraFacts.all(reading: files)
        devices = ListedDevice.real(for: .video, in: catalog)
        problems = BackendProblem.all(for: .video, in: catalog)
    }
}
