extension Decoder {
    /// A misspelt key must not be passed over in silence.
    ///
    /// - Throws: `DecodingError.dataCorrupted` that names a key that is not one of `known`, and those that are.
    package func refuseUnknownKeys(_ known: [String], of what: String) throws {
        let values = try container(keyedBy: AnyKey.self)
        guard let strange = values.allKeys.map(\.stringValue).sorted().first(where: { !known.contains($0) }) else {
            return
        }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath,
                debugDescription: "“\(strange)” is no key of \(what); there are \(known.joined(separator: ", "))"))
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
