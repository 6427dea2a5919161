/// Which devices another configuration asks for, and which are in use.
package struct DeviceChange: Sendable {
    package let camera: Bool
    package let microphone: Bool
    /// ID of the camera in use.
    let usedCamera: String?
    /// ID of the microphone in use.
    let usedMicrophone: String?

    var isEmpty: Bool { !camera && !microphone }

    package init(
        from old: BroadcastConfiguration, to new: BroadcastConfiguration, usedCamera: String?, usedMicrophone: String?
    ) {
        camera = old.camera != new.camera
        microphone = old.microphone != new.microphone
        (self.usedCamera, self.usedMicrophone) = (usedCamera, usedMicrophone)
    }
}
