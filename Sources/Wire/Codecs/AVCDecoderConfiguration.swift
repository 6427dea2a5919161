import OnAirMedia

/// The AVCDecoderConfigurationRecord: what an H.264 decoder must know first (ISO/IEC 14496-15, 5.3.3.1).
package struct AVCDecoderConfiguration: Hashable, Sendable {
    /// The record's bytes.
    package let bytes: [UInt8]

    /// Makes the record of one sequence and one picture parameter set, for NAL unit lengths of 4 bytes.
    ///
    /// - Throws: where a set is empty, too long, of the wrong NAL unit type, or cannot be read.
    package init(_ sets: VideoTrackFormat.ParameterSets) throws(TrackHeaderError) {
        let (sequence, picture) = (sets.sequence, sets.picture)
        try Self.check(sequence, type: 7, name: "sequence parameter set", minimum: 4)
        try Self.check(picture, type: 8, name: "picture parameter set", minimum: 2)
        var record: [UInt8] = [1, sequence[1], sequence[2], sequence[3], 0xFF, 0xE1]
        record += Self.length(sequence) + sequence
        record += [1] + Self.length(picture) + picture
        // Baseline, Main and Extended have no more to say; every other profile tells its chroma format and bit depths.
        if ![66, 77, 88].contains(sequence[1]) { record += try Self.highProfileFields(sequence) }
        bytes = record
    }

    private static func check(
        _ unit: [UInt8], type: UInt8, name: String, minimum: Int
    ) throws(TrackHeaderError) {
        guard unit.count >= minimum else { throw .parameterSet("the \(name) has only \(unit.count) bytes") }
        guard unit.count <= 0xFFFF else { throw .parameterSet("the \(name) has \(unit.count) bytes, limit 65535") }
        guard unit[0] & 0x1F == type else {
            throw .parameterSet("the \(name) has NAL unit type \(unit[0] & 0x1F) instead of \(type)")
        }
    }

    private static func length(_ unit: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(truncatingIfNeeded: unit.count)]
    }

    /// chroma_format, bit_depth_luma_minus8, bit_depth_chroma_minus8 and no extension sets, from the sequence parameter
    /// set (ITU-T H.264, 7.3.2.1.1).
    private static func highProfileFields(_ sequence: [UInt8]) throws(TrackHeaderError) -> [UInt8] {
        var reader = BitReader(payloadOf: sequence)
        guard reader.bits(24) != nil, reader.unsignedExpGolomb() != nil, let chroma = reader.unsignedExpGolomb() else {
            throw .parameterSet("the sequence parameter set ends early")
        }
        if chroma == 3 { _ = reader.bits(1) }
        guard let luma = reader.unsignedExpGolomb(), let depth = reader.unsignedExpGolomb() else {
            throw .parameterSet("the sequence parameter set ends early")
        }
        guard chroma <= 3, luma <= 6, depth <= 6 else {
            throw .parameterSet("chroma format \(chroma) with bit depths \(luma) + 8 and \(depth) + 8 does not exist")
        }
        return [
            0xFC | UInt8(truncatingIfNeeded: chroma), 0xF8 | UInt8(truncatingIfNeeded: luma),
            0xF8 | UInt8(truncatingIfNeeded: depth), 0,
        ]
    }
}
