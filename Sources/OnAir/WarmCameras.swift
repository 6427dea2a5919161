import OnAirCapture

/// The cameras that a broadcast keeps ready beside the one in use. A pure value.
struct WarmCameras {
    /// Those that run, by `uniqueID`.
    var inputs: [String: CaptureDeviceInput] = [:]
    /// What the configuration came to when it was last looked at.
    var wanted: Set<String> = []
    private var choices: [DeviceChoice] = []
    /// Those that could not be opened beside the others, and have been warned of.
    var refused: Set<String> = []

    /// Which of `devices` are to be opened now.
    func missing(of devices: [CaptureDevice], used: String?) -> [CaptureDevice] {
        devices.filter { $0.uniqueID != used && inputs[$0.uniqueID] == nil && !refused.contains($0.uniqueID) }
    }

    /// `choices` come to the devices `found` now. A device that was found before and is not there now stays wanted.
    mutating func want(_ found: [String], for choices: [DeviceChoice]) {
        wanted = choices == self.choices ? wanted.union(found) : Set(found)
        self.choices = choices
    }

    /// Takes out those that are not wanted any more.
    mutating func removeUnwanted() -> [CaptureDeviceInput] {
        let gone = inputs.filter { !wanted.contains($0.key) }
        for id in gone.keys { inputs[id] = nil }
        return Array(gone.values)
    }
}
