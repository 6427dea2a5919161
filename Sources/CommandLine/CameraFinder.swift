import OnAir
import OnAirTerminal

/// Which camera a word of the command line means.
enum CameraFinder {
    /// - Parameter word: an ID, a node, `front`, `back`, `simulated`, `auto`, or a part of a name that only one camera has.
    /// - Throws: `CaptureError` of kind `missing` where it means none, or more than one.
    static func camera(_ word: String, in catalog: CaptureDeviceCatalog) throws(CaptureError) -> CaptureDevice {
        let cameras = catalog.devices(for: .video)
        if let device = cameras.first(where: { $0.uniqueID == word }) { return device }
        if let device = catalog.device(uniqueID: word, for: .video) { return device }
        switch word {
        case "auto": if let device = CaptureDeviceCatalog.defaultDevice(of: cameras) { return device }
        case "front", "back":
            let position: CaptureDevice.Position = word == "front" ? .front : .back
            if let device = CaptureDeviceCatalog.defaultDevice(of: cameras, position: position) { return device }
        case "simulated": if let device = cameras.first(where: { $0.uniqueID == "simulated:front" }) { return device }
        default: break
        }
        let part = word.lowercased()
        let named = cameras.filter { $0.localizedName.lowercased().contains(part) || $0.uniqueID.contains(word) }
        if named.count == 1 { return named[0] }
        guard named.isEmpty else {
            let names = named.map { "\($0.uniqueID) (\($0.localizedName))" }.joined(separator: ", ")
            throw CaptureError(.missing, "“\(word)” may be any of \(names).", advice: "Give the ID.")
        }
        let near = DeviceSpelling.nearest(to: word, among: cameras.map(\.uniqueID))
        throw CaptureError(
            .missing, "There is no camera “\(word)”.",
            advice: near.map { "Did you mean \($0)?" } ?? "`onair camera list` lists what there is.")
    }
}
