import Glibc
import OnAirMedia
import OnAirSystem
import OnAirV4L2

/// The cameras among the nodes in `/dev`.
///
/// Cheap to ask again: a node is looked into once, when it is new or its permissions have changed, and then never
/// opened for a list. Looking in sets nothing and lets nothing stream. A node that does not answer within a second is
/// left out
/// until it does.
package final class V4L2Directory: Sendable {
    /// How a node is opened; a test answers for it.
    package typealias Opening = @Sendable (String) throws(V4L2Error) -> V4L2Node

    /// Which node: another one behind the same path has another.
    package typealias Key = SystemFiles.Version

    package let files: SystemFiles
    private let opening: Opening
    private let prober: V4L2Prober
    private let register = Lock(V4L2Register())
    /// What was found at each path, for one version of it.
    private let known = Lock<[String: V4L2Found]>([:])

    package init(
        files: SystemFiles = SystemFiles(),
        open: @escaping Opening = { (path) throws(V4L2Error) in try V4L2Node(path: path) }
    ) {
        (self.files, opening) = (files, open)
        prober = V4L2Prober(open)
    }

    /// The cameras that are there now, by number.
    package func cameras() -> [V4L2Found] {
        let nodes = nodes
        // What has gone is asked anew when it is back, whatever its file is numbered then.
        let paths = Set(nodes.map(\.path))
        prober.forget(allBut: paths)
        known.withLock { known in known = known.filter { paths.contains($0.key) } }
        var found = nodes.compactMap { name, path, key in camera(name, path, key) }
        let names = register.withLock { $0.names(of: found.map(\.identity)) }
        for (place, name) in names.enumerated() { found[place].uniqueID = name }
        return found
    }

    /// The camera at a node, still without a name; nil where the node is none.
    private func camera(_ name: String, _ path: String, _ key: Key) -> V4L2Found? {
        if let known = known.withLock({ $0[path] }), known.generation == key { return known }
        let sysfs = "/sys/class/video4linux/\(name)"
        let index = files.word("\(sysfs)/index").flatMap { Int($0) } ?? 0
        let card: String
        let bus: String
        var position = CaptureDevice.Position.unspecified
        var isMultiPlanar = false
        switch prober.facts(of: path, key) {
        case .camera(let capabilities, let looks):
            (card, bus, position) = (capabilities.card, capabilities.busInfo, looks)
            isMultiPlanar = capabilities.isMultiPlanar
        case .denied:
            // What cannot be asked can be told by the kernel; a device's further nodes are hardly ever cameras.
            guard index == 0 else { return nil }
            card = files.word("\(sysfs)/name") ?? name
            bus = Self.bus(ofLink: files.link(sysfs)) ?? path
        case .other: return nil
        }
        let identity = V4L2Identity(
            card: card, bus: bus.isEmpty ? path : bus, serial: serial(sysfs), index: index)
        let camera = V4L2Found(
            path: path, identity: identity, uniqueID: "", position: position, isMultiPlanar: isMultiPlanar,
            generation: key)
        known.withLock { $0[path] = camera }
        return camera
    }

    /// The camera called `uniqueID`; nil while it is not there.
    package func camera(_ uniqueID: String) -> V4L2Found? { cameras().first { $0.uniqueID == uniqueID } }

    /// Which camera somebody means who writes its node, such as `/dev/video0` or a link to it below `/dev/v4l`, or a
    /// name that it had at another time.
    package func camera(calledBy text: String) -> V4L2Found? {
        let cameras = cameras()
        if text.hasPrefix("/") {
            let target = files.version(text)
            return cameras.first { $0.path == text || target != nil && $0.generation == target }
        }
        if let exact = cameras.first(where: { $0.uniqueID == text }) { return exact }
        return V4L2Identity.index(of: text, among: cameras.map(\.identity)).map { cameras[$0] }
    }

    /// Opens the camera's node as it is now.
    ///
    /// - Throws: `CaptureError` of kind `missing`, `denied` or `busy`.
    package func open(_ found: V4L2Found) throws(CaptureError) -> V4L2Node {
        do throws(V4L2Error) { return try opening(found.path) } catch { throw refusal(error, of: found) }
    }

    /// What a refusal means, with who may use the node and who does.
    package func refusal(_ error: V4L2Error, of found: V4L2Found) -> CaptureError {
        let holders = error.number == EBUSY ? DeviceHolders(reading: files, below: "/dev/video")[found.path] : []
        let own = "(\(getpid()))"
        return CaptureError(
            opening: error, of: found.identity.card, group: group(of: found.path),
            holders: holders.filter { !$0.hasSuffix(own) })
    }

    /// Whether this process may open the camera.
    package func authorization(of found: V4L2Found) -> CaptureAuthorization {
        guard case .failure(let refusal) = files.mayUse(found.path), !refusal.isMissing else { return .authorized }
        return .denied(self.refusal(V4L2Error("open", EACCES, path: found.path), of: found))
    }

    /// The group that may read and write the node.
    private func group(of path: String) -> String? {
        guard let status = files.status(path), status.mode & 0o060 == 0o060 else { return nil }
        return SystemUsers(reading: files).groups[status.group]
    }

    private var nodes: [(name: String, path: String, key: Key)] {
        let numbers = files.names(in: "/dev").compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
        var nodes: [(name: String, path: String, key: Key)] = []
        for number in numbers.sorted() {
            let path = "/dev/video\(number)"
            if let key = files.version(path) { nodes.append(("video\(number)", path, key)) }
        }
        return nodes
    }

    /// `VENDOR:PRODUCT:SERIAL` of the USB device that the node's interface belongs to.
    private func serial(_ sysfs: String) -> String? {
        guard let vendor = files.word("\(sysfs)/device/../idVendor"),
            let product = files.word("\(sysfs)/device/../idProduct"),
            let serial = files.word("\(sysfs)/device/../serial")
        else { return nil }
        return "\(vendor):\(product):\(serial)"
    }

    /// `bus_info` as drivers of USB cameras make it, from where sysfs has the node:
    /// `…/0000:00:14.0/usb1/1-3/1-3:1.0/video4linux/video0` is `usb-0000:00:14.0-3`.
    static func bus(ofLink link: String?) -> String? {
        guard let parts = link?.split(separator: "/").map(String.init),
            let root = parts.firstIndex(where: { $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber) }),
            root > 0, let device = parts[root...].last(where: { $0.contains("-") && !$0.contains(":") })
        else { return nil }
        return device.firstIndex(of: "-").map { "usb-\(parts[root - 1])\(device[$0...])" }
    }
}
