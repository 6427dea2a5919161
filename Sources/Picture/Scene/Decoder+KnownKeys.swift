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

extension KeyedDecodingContainer {
    /// One of a few words, where there is one.
    ///
    /// - Throws: `DecodingError.dataCorrupted` that names a word that is none of them, and those that are.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type, forKey key: Key) throws -> Word? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if let word = Word(rawValue: text) { return word }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: self,
            debugDescription: "“\(text)” is none of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
