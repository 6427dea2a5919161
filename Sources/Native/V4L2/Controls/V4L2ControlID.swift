/// Numbers of controls that mean something to us (V4L2_CID_*, linux/v4l2-controls.h), and all that the kernel knows of
/// cameras.
package enum V4L2ControlID {
    package static let brightness: UInt32 = 0x0098_0900
    package static let hueAutomatic: UInt32 = 0x0098_0919
    package static let gainAutomatic: UInt32 = 0x0098_0912
    package static let gain: UInt32 = 0x0098_0913
    package static let whiteBalanceAutomatic: UInt32 = 0x0098_090c
    package static let doWhiteBalance: UInt32 = 0x0098_090d
    package static let whiteBalanceTemperature: UInt32 = 0x0098_091a
    package static let autoExposure: UInt32 = 0x009a_0901
    package static let exposureTime: UInt32 = 0x009a_0902
    package static let panAbsolute: UInt32 = 0x009a_0908
    package static let tiltAbsolute: UInt32 = 0x009a_0909
    package static let focusAbsolute: UInt32 = 0x009a_090a
    package static let focusAutomatic: UInt32 = 0x009a_090c
    package static let zoomAbsolute: UInt32 = 0x009a_090d
    package static let exposureBias: UInt32 = 0x009a_0913
    package static let imageStabilization: UInt32 = 0x009a_0916
    package static let isoSensitivity: UInt32 = 0x009a_0917
    package static let autoFocusStart: UInt32 = 0x009a_091c
    package static let autoFocusStop: UInt32 = 0x009a_091d
    package static let cameraOrientation: UInt32 = 0x009a_0922
    package static let sensorRotation: UInt32 = 0x009a_0923
    package static let flashMode: UInt32 = 0x009c_0901
    package static let torchIntensity: UInt32 = 0x009c_0908
    package static let analogueGain: UInt32 = 0x009e_0903

    /// Every number of the user, camera, flash, JPEG, image source and image processing classes, and of what uvcvideo and
    /// other drivers of cameras add to the user class, in the order in which a driver lists them. Those that a device does
    /// not have cost one refused call each.
    package static let known: [UInt32] =
        range(0x0098_0900, 44) + range(0x0098_1020, 4) + range(0x0098_10e0, 8) + range(0x009a_0901, 36)
        + range(0x009c_0901, 12) + range(0x009d_0901, 4) + range(0x009e_0901, 10) + range(0x009f_0901, 6)

    /// Where drivers put controls of their own in the old way (V4L2_CID_PRIVATE_BASE).
    package static let privateBase: UInt32 = 0x0800_0000

    private static func range(_ first: UInt32, _ count: UInt32) -> [UInt32] { Array(first..<first + count) }
}
