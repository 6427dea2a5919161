/// Which devices another configuration asks for, and which are in use.
package struct DeviceChange: Sendable {
    package let camera: Bool
    package let microphone: Bool
    /// ID of the camera in use.
    let usedCamera: String?
    /// ID of the microphone in use.
    let usedMicrophone: String?

    var isEmpty: Bool { !camera && !microphone }

    /// The same where the camera is open already.
    var withoutCamera: DeviceChange {
        DeviceChange(camera: false, microphone: microphone, usedCamera: usedCamera, usedMicrophone: usedMicrophone)
    }

    private init(camera: Bool, microphone: Bool, usedCamera: String?, usedMicrophone: String?) {
        (self.camera, self.microphone) = (camera, microphone)
        (self.usedCamera, self.usedMicrophone) = (usedCamera, usedMicrophone)
    }

    package init(
        from old: BroadcastConfiguration, to new: BroadcastConfiguration, usedCamera: String?, usedMicrophone: String?
    ) {
        camera = old.camera != new.camera
        microphone = old.microphone != new.microphone
        (self.usedCamera, self.usedMicrophone) = (usedCamera, usedMicrophone)
    }
}
