/// A decoder and `expectDecodes` disagree; the text says in which way of feeding.
public struct DecodeMismatch: Error, CustomStringConvertible {
    public let description: String
}

/// Feeds an incremental decoder the same bytes in every way a network may split them: joined, piece by piece, byte by
/// byte, and cut at every byte. Each must give the same units, and a cut only those before it.
///
/// - Parameters:
///   - pieces: bytes, in pieces that belong together.
///   - expected: what all of them decode to.
///   - makeDecoder: makes a fresh decoder: takes bytes, gives the units they completed. Bytes arrive inside a larger
///     buffer, so a decoder that reads outside of what it was given gives wrong units.
/// - Throws: `DecodeMismatch`, or what the decoder threw.
public func expectDecodes<Unit: Equatable>(
    _ pieces: [[UInt8]], as expected: [Unit],
    makeDecoder: () -> (UnsafeRawBufferPointer) throws -> [Unit]
) throws {
    let all = pieces.flatMap { $0 }
    try check([all], as: expected, way: "joined", makeDecoder)
    try check(pieces, as: expected, way: "piece by piece", makeDecoder)
    try check(all.map { [$0] }, as: expected, way: "byte by byte", makeDecoder)
    for cut in 0...all.count {
        let parts = [Array(all[..<cut]), Array(all[cut...])]
        try check(parts, as: expected, way: "cut at byte \(cut)", makeDecoder)
        let decode = makeDecoder()
        let units = try feed(parts[0], to: decode)
        guard units.count <= expected.count, units == Array(expected.prefix(units.count)) else {
            throw DecodeMismatch(description: "ended at byte \(cut): got \(units)")
        }
        if cut < all.count, units.count == expected.count, !expected.isEmpty {
            throw DecodeMismatch(description: "ended at byte \(cut) of \(all.count), yet everything was decoded")
        }
    }
}

private func check<Unit: Equatable>(
    _ pieces: [[UInt8]], as expected: [Unit], way: String,
    _ makeDecoder: () -> (UnsafeRawBufferPointer) throws -> [Unit]
) throws {
    let decode = makeDecoder()
    var units: [Unit] = []
    for piece in pieces { units += try feed(piece, to: decode) }
    guard units == expected else {
        throw DecodeMismatch(description: "\(way): got \(units) instead of \(expected)")
    }
}

private func feed<Unit>(
    _ bytes: [UInt8], to decode: (UnsafeRawBufferPointer) throws -> [Unit]
) rethrows -> [Unit] {
    let frame = [UInt8](repeating: 0xA5, count: 7)
    let surrounded = frame + bytes + frame
    return try surrounded.withUnsafeBytes { buffer in
        try decode(UnsafeRawBufferPointer(rebasing: buffer[frame.count..<(frame.count + bytes.count)]))
    }
}
