/// A codec's name in enhanced RTMP (2.0, Enhanced Video and Enhanced Audio): four letters, the first the highest byte.
package struct FourCC: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let hevc = FourCC(rawValue: 0x6876_6331)
    package static let av1 = FourCC(rawValue: 0x6176_3031)
    package static let opus = FourCC(rawValue: 0x4F70_7573)

    /// The four letters.
    package var text: AMF0String {
        AMF0String(
            bytes: stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) })
    }
}
