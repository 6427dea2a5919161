/// Which devices another configuration asks for, and which are in use.
struct DeviceChange: Sendable {
    let camera: Bool
    let microphone: Bool
    /// ID of the camera in use.
    let usedCamera: String?
    /// ID of the microphone in use.
    let usedMicrophone: String?

    var isEmpty: Bool { !camera && !microphone }

    init(from old: BroadcastConfiguration, to new: BroadcastConfiguration, usedCamera: String?, usedMicrophone: String?)
    {
        camera = old.camera != new.camera
        microphone = old.microphone != new.microphone
        (self.usedCamera, self.usedMicrophone) = (usedCamera, usedMicrophone)
    }
}
