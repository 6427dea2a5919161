import COnAirV4L2

/// What a node is: its driver, its device and what it can do (`VIDIOC_QUERYCAP`).
package struct V4L2Capabilities: Hashable, Sendable {
    /// Such as `uvcvideo`.
    package let driver: String
    /// The device's name.
    package let card: String
    /// Where it is plugged in, such as `usb-0000:00:14.0-3`.
    package let busInfo: String
    /// What this node can do, not what its device can.
    package let flags: UInt32

    package init(driver: String, card: String, busInfo: String, flags: UInt32) {
        (self.driver, self.card, self.busInfo, self.flags) = (driver, card, busInfo, flags)
    }

    /// Asks the node.
    package init(of node: V4L2Node) throws(V4L2Error) {
        var answer = v4l2_capability()
        try node.call(onair_v4l2_querycap, &answer, "VIDIOC_QUERYCAP")
        driver = withUnsafeBytes(of: answer.driver) { Self.text($0) }
        card = withUnsafeBytes(of: answer.card) { Self.text($0) }
        busInfo = withUnsafeBytes(of: answer.bus_info) { Self.text($0) }
        // Only `device_caps` is about this node; old drivers do not tell it.
        let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        flags = hasOwn ? answer.device_caps : answer.capabilities
    }

    private func has(_ flag: Int64) -> Bool { flags & UInt32(truncatingIfNeeded: flag) != 0 }

    /// Whether it gives its pictures in several planes of memory each.
    package var isMultiPlanar: Bool {
        has(Int64(V4L2_CAP_VIDEO_CAPTURE_MPLANE)) && !has(Int64(V4L2_CAP_VIDEO_CAPTURE))
    }

    /// Whether it gives pictures by `mmap` streaming. Metadata, output, memory-to-memory, radio and such do not.
    package var isCamera: Bool {
        (has(Int64(V4L2_CAP_VIDEO_CAPTURE)) || has(Int64(V4L2_CAP_VIDEO_CAPTURE_MPLANE)))
            && has(Int64(V4L2_CAP_STREAMING)) && !has(Int64(V4L2_CAP_VIDEO_M2M))
            && !has(Int64(V4L2_CAP_VIDEO_M2M_MPLANE))
    }

    /// The text up to the first zero.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
