/// The HEVCDecoderConfigurationRecord: what an HEVC decoder must know first (ISO/IEC 14496-15, 8.3.3.1).
package struct HEVCDecoderConfiguration: Hashable, Sendable {
    /// The record's bytes.
    package let bytes: [UInt8]

    /// Makes the record of one parameter set of each kind, for NAL unit lengths of 4 bytes. What the sets do not say
    /// outright (segmentation, parallelism, average frame rate) is left open, as the record allows.
    ///
    /// - Throws: where a set is empty, too long, of the wrong NAL unit type, or cannot be read.
    package init(video: [UInt8], sequence: [UInt8], picture: [UInt8]) throws(TrackHeaderError) {
        try Self.check(video, type: 32, name: "video parameter set")
        try Self.check(sequence, type: 33, name: "sequence parameter set")
        try Self.check(picture, type: 34, name: "picture parameter set")
        let facts = try Facts(sequence)
        var record: [UInt8] = [1] + facts.profile
        // min_spatial_segmentation_idc 0 and parallelismType 0: unknown. Reserved bits are 1.
        record += [0xF0, 0, 0xFC, 0xFC | facts.chroma, 0xF8 | facts.lumaDepth, 0xF8 | facts.chromaDepth, 0, 0]
        // Temporal layers, their nesting, and lengths of 4 bytes.
        record.append((facts.layers & 7) << 3 | (facts.isNested ? 4 : 0) | 3)
        record.append(3)
        for (type, unit) in [(32 as UInt8, video), (33, sequence), (34, picture)] {
            // Not complete: an encoder may repeat sets inside the stream.
            record += [type, 0, 1, UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(truncatingIfNeeded: unit.count)]
            record += unit
        }
        bytes = record
    }

    private static func check(_ unit: [UInt8], type: UInt8, name: String) throws(TrackHeaderError) {
        guard unit.count >= 3 else { throw .parameterSet("the \(name) has only \(unit.count) bytes") }
        guard unit.count <= 0xFFFF else { throw .parameterSet("the \(name) has \(unit.count) bytes, limit 65535") }
        guard unit[0] >> 1 & 0x3F == type else {
            throw .parameterSet("the \(name) has NAL unit type \(unit[0] >> 1 & 0x3F) instead of \(type)")
        }
    }

    /// What the record repeats from the sequence parameter set (ITU-T H.265, 7.3.2.2 and 7.3.3).
    private struct Facts {
        /// Profile space, tier, profile, compatibility and constraint flags, level: 12 bytes, as they stand in both.
        let profile: [UInt8]
        let layers: UInt8
        let isNested: Bool
        let chroma: UInt8
        let lumaDepth: UInt8
        let chromaDepth: UInt8

        init(_ sequence: [UInt8]) throws(TrackHeaderError) {
            guard let facts = Self.read(sequence) else { throw .parameterSet("the sequence parameter set ends early") }
            guard facts.chroma <= 3, facts.lumaDepth <= 8, facts.chromaDepth <= 8, facts.layers <= 7 else {
                throw .parameterSet("the sequence parameter set describes pictures that do not exist")
            }
            self = facts
        }

        private init(
            profile: [UInt8], layers: UInt8, isNested: Bool, chroma: UInt32, lumaDepth: UInt32, chromaDepth: UInt32
        ) {
            self.profile = profile
            self.layers = layers
            self.isNested = isNested
            self.chroma = UInt8(clamping: chroma)
            self.lumaDepth = UInt8(clamping: lumaDepth)
            self.chromaDepth = UInt8(clamping: chromaDepth)
        }

        private static func read(_ sequence: [UInt8]) -> Facts? {
            var reader = BitReader(payloadOf: sequence)
            // The second header byte, then the id of the video parameter set.
            guard reader.bits(8 + 4) != nil, let sublayers = reader.bits(3), let nesting = reader.bits(1) else {
                return nil
            }
            var profile: [UInt8] = []
            for _ in 0..<12 {
                guard let byte = reader.bits(8) else { return nil }
                profile.append(UInt8(truncatingIfNeeded: byte))
            }
            guard skipSublayers(sublayers, &reader), reader.unsignedExpGolomb() != nil,
                let chroma = reader.unsignedExpGolomb()
            else { return nil }
            if chroma == 3 { guard reader.bits(1) != nil else { return nil } }
            // Width and height, then the conformance window.
            guard reader.unsignedExpGolomb() != nil, reader.unsignedExpGolomb() != nil, let window = reader.bits(1)
            else { return nil }
            for _ in 0..<(window == 1 ? 4 : 0) { guard reader.unsignedExpGolomb() != nil else { return nil } }
            guard let luma = reader.unsignedExpGolomb(), let depth = reader.unsignedExpGolomb() else { return nil }
            return Facts(
                profile: profile, layers: UInt8(truncatingIfNeeded: sublayers + 1), isNested: nesting == 1,
                chroma: chroma, lumaDepth: luma, chromaDepth: depth)
        }

        /// Profiles and levels of the layers below the highest.
        private static func skipSublayers(_ count: UInt32, _ reader: inout BitReader) -> Bool {
            guard count > 0 else { return true }
            var bits = 0
            for layer in 0..<8 as Range<UInt32> {
                guard let present = reader.bits(2) else { return false }
                if layer < count { bits += (present & 2 != 0 ? 88 : 0) + (present & 1 != 0 ? 8 : 0) }
            }
            for _ in 0..<(bits / 8) { guard reader.bits(8) != nil else { return false } }
            return true
        }
    }
}
