/// The NAL unit types the house must tell apart (ITU-T H.264, table 7-1).
package enum NALUnitType {
    /// A slice of an IDR picture: decoding can start here.
    package static let idrSlice: UInt8 = 5
    /// Supplemental enhancement information.
    package static let supplemental: UInt8 = 6
    /// Sequence parameter set.
    package static let sequenceParameters: UInt8 = 7
    /// Picture parameter set.
    package static let pictureParameters: UInt8 = 8
    /// Access unit delimiter.
    package static let delimiter: UInt8 = 9

    /// Whether a NAL unit that begins with this byte is a slice of a picture (types 1 to 5).
    package static func isSlice(_ firstByte: UInt8) -> Bool { (1...idrSlice).contains(of(firstByte)) }

    /// nal_ref_idc: 0 where no other picture refers to this one.
    package static func referenceIndicator(_ firstByte: UInt8) -> UInt8 { firstByte >> 5 & 3 }

    /// The type in a NAL unit's first byte.
    package static func of(_ firstByte: UInt8) -> UInt8 { firstByte & 0x1F }
}
