/// Finds secrets by their form, in one pass over the bytes of a text.
struct FormScanner {
    private let bytes: [UInt8]
    private let mark: [UInt8]
    private var output: [UInt8] = []
    private var index = 0

    /// Alone, or as the last part of a longer name: `token` is also `access_token` and `X-Auth-Token`.
    private static let secretNames = [
        "streamid", "passphrase", "password", "passwd", "pass", "pwd", "token", "secret", "streamkey", "stream_key",
        "stream-key", "apikey", "api_key", "api-key", "signature", "authorization",
    ].map { Array($0.utf8) }
    private static let credentialSchemes = ["bearer", "basic"].map { Array($0.utf8) }

    init(_ bytes: [UInt8], mark: [UInt8]) {
        self.bytes = bytes
        self.mark = mark
        output.reserveCapacity(bytes.count)
    }

    consuming func scanned() -> [UInt8] {
        while index < bytes.count {
            guard Self.isWord(bytes[index]) else {
                output.append(bytes[index])
                index += 1
                continue
            }
            scanWord()
        }
        return output
    }

    static func isSecretName(_ name: [UInt8]) -> Bool {
        let name = lowercased(name)
        return secretNames.contains { secret in
            guard name.count > secret.count else { return name == secret }
            let before = name[name.count - secret.count - 1]
            return name.suffix(secret.count).elementsEqual(secret)
                && (before == UInt8(ascii: "_") || before == UInt8(ascii: "-"))
        }
    }

    /// Letters, digits, underscore, and everything beyond ASCII.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// A word and what hangs on it: a URL, credentials, a named value, or just itself.
    private mutating func scanWord() {
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) || isSchemePunctuation(bytes[index]) { index += 1 }
        if starts("://") {
            let scheme = Self.lowercased(bytes[start..<index])
            index += 3
            output += bytes[start..<index]
            scanAddress(isRTMP: scheme.starts(with: Array("rtmp".utf8)))
            return
        }
        index = start
        while index < bytes.count, Self.isWord(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
        let word = Array(bytes[start..<index])
        output += word
        if Self.credentialSchemes.contains(Self.lowercased(word)), index < bytes.count,
            bytes[index] == UInt8(ascii: " ")
        {
            copyOne()
            hideRun()
        } else if Self.isSecretName(word) {
            scanNamedValue()
        }
    }

    private func isSchemePunctuation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// After `scheme://`: authority, path, query.
    private mutating func scanAddress(isRTMP: Bool) {
        let end = endOfRun(from: index)
        let authorityEnd = bytes[index..<end].firstIndex(where: Self.endsAuthority) ?? end
        if let at = bytes[index..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) {
            output += mark + [UInt8(ascii: "@")]
            index = at + 1
        }
        guard Self.isHostAndPort(bytes[index..<authorityEnd]) else {
            // Not an address as it stands, so no telling where in it a password ends: nothing of it may show.
            hideRun()
            return
        }
        output += bytes[index..<authorityEnd]
        index = authorityEnd
        scanPath(upTo: end, isRTMP: isRTMP)
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// `host`, `host:1935`, `[::1]` or `[::1]:1935`.
    private static func isHostAndPort(_ text: ArraySlice<UInt8>) -> Bool {
        let afterBracket = text.lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? text.startIndex
        guard let colon = text[afterBracket...].firstIndex(of: UInt8(ascii: ":")) else { return true }
        return text[(colon + 1)...].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private mutating func scanPath(upTo end: Int, isRTMP: Bool) {
        let query = bytes[index..<end].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? end
        while index < query, bytes[index] == UInt8(ascii: "/") { copyOne() }
        let slash = bytes[index..<query].firstIndex(of: UInt8(ascii: "/"))
        if slash == nil, query < end, isRTMP, index < query {
            output += mark
        } else {
            output += bytes[index..<(slash ?? query)]
            if let slash, slash + 1 < end {
                output += [UInt8(ascii: "/")] + mark
            } else if let slash {
                output.append(bytes[slash])
            } else if query < end {
                output.append(bytes[query])
                if query + 1 < end { output += mark }
            }
        }
        index = end
    }

    /// After a secret's name: `=value`, `: value`, `":"value"`.
    private mutating func scanNamedValue() {
        var cursor = index
        if cursor < bytes.count, isQuote(bytes[cursor]) { cursor += 1 }
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "=") || bytes[cursor] == UInt8(ascii: ":") else {
            return
        }
        cursor += 1
        while cursor < bytes.count, bytes[cursor] == UInt8(ascii: " ") { cursor += 1 }
        if cursor < bytes.count, isQuote(bytes[cursor]) {
            let quote = bytes[cursor]
            output += bytes[index...cursor]
            index = cursor + 1
            let close = bytes[index...].firstIndex(of: quote) ?? bytes.count
            if close > index { output += mark }
            index = close
            return
        }
        output += bytes[index..<cursor]
        index = cursor
        // `authorization: Bearer x` hides two words.
        for scheme in Self.credentialSchemes
        where Self.lowercased(bytes[index...].prefix(scheme.count)) == scheme {
            output += bytes[index..<(index + scheme.count)]
            index += scheme.count
            while index < bytes.count, bytes[index] == UInt8(ascii: " ") { copyOne() }
        }
        hideRun()
    }

    private mutating func hideRun() {
        let end = endOfRun(from: index)
        if end > index { output += mark }
        index = end
    }

    /// Where a value that started at `start` ends: at white space, a quote, an angle bracket or the text's end.
    private func endOfRun(from start: Int) -> Int {
        bytes[start...].firstIndex { $0 <= 0x20 || isQuote($0) || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
            ?? bytes.count
    }

    private func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }

    private mutating func copyOne() {
        output.append(bytes[index])
        index += 1
    }

    private func starts(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[index..<(index + count)].elementsEqual($0) }
    }

    private static func lowercased(_ word: some Collection<UInt8>) -> [UInt8] {
        word.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
