import OnAirV4L2

/// Which of V4L2_CID_EXPOSURE_AUTO's values a device has for what: 0 automatic, 1 manual, 2 shutter priority (the time
/// by hand, the rest automatic), 3 aperture priority (the time automatic). Webcams have 1 and 3.
struct V4L2ExposureMenu {
    /// The value with which the camera exposes by itself; nil where it cannot.
    let automatic: Int64?
    /// The value with which time and gain are those that are set; nil where that is not to be had.
    let manual: Int64?

    init(_ snapshot: V4L2CameraSnapshot) {
        let choices: [Int64] = snapshot.settable(V4L2ControlID.autoExposure)?.menu.map(\.index) ?? []
        automatic = [3, 0].first(where: choices.contains)
        manual = [1, 2].first(where: choices.contains)
    }
}
