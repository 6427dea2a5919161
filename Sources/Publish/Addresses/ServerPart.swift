/// The front of an RTMP address, up to where its path begins.
struct ServerPart {
    let isSecure: Bool
    let host: String
    let port: UInt16
    let credentials: Credentials?
    /// Where the path begins in the text, at its slash; the end of the text when there is none.
    let pathStart: String.Index

    init(_ text: String) throws(AddressError) {
        guard !text.isEmpty else { throw AddressError(.empty) }
        guard text.utf8.count <= RTMPAddress.longest else { throw AddressError(.tooLong) }
        guard !Self.hasControlCharacter(text) else { throw AddressError(.controlCharacter) }
        guard let separator = text.firstRange(of: "://") else { throw AddressError(.unknownScheme) }
        switch text[..<separator.lowerBound].lowercased() {
        case "rtmp": isSecure = false
        case "rtmps": isSecure = true
        default: throw AddressError(.unknownScheme)
        }
        let rest = text[separator.upperBound...]
        // By bytes: a combining mark behind the slash must not hide it.
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        pathStart = end
        let authority = rest[..<end]
        // RFC 3986 lets no raw @ into user info, but people's passwords have them: the last one ends it.
        if let at = authority.lastIndex(of: "@") {
            credentials = try Self.credentials(authority[..<at])
            (host, port) = try Self.hostAndPort(authority[authority.index(after: at)...], isSecure: isSecure)
        } else {
            credentials = nil
            (host, port) = try Self.hostAndPort(authority, isSecure: isSecure)
        }
    }

    static func hasControlCharacter(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }

    private static func credentials(_ text: Substring) throws(AddressError) -> Credentials? {
        guard !text.isEmpty else { return nil }
        let colon = text.firstIndex(of: ":")
        return Credentials(
            user: try percentDecoded(text[..<(colon ?? text.endIndex)]),
            password: try colon.map { colon throws(AddressError) in
                try percentDecoded(text[text.index(after: colon)...])
            } ?? "")
    }

    private static func percentDecoded(_ text: Substring) throws(AddressError) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let digits = UInt8(hexadecimal: rest.prefix(2)) else {
                throw AddressError(.badUserInfo)
            }
            bytes.append(digits)
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw AddressError(.badUserInfo) }
        return decoded
    }

    private static func hostAndPort(_ text: Substring, isSecure: Bool) throws(AddressError) -> (String, UInt16) {
        var host = text
        var portText: Substring?
        if text.first == "[" {
            guard let close = text.firstIndex(of: "]") else { throw AddressError(.badHost) }
            host = text[text.index(after: text.startIndex)..<close]
            let after = text[text.index(after: close)...]
            guard after.isEmpty || after.first == ":" else { throw AddressError(.badHost) }
            portText = after.isEmpty ? nil : after.dropFirst()
            guard host.contains(":") else { throw AddressError(.badHost) }
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            portText = text[text.index(after: colon)...]
            guard portText?.contains(":") == false else { throw AddressError(.badHost) }
        }
        guard !host.isEmpty else { throw AddressError(.missingHost) }
        guard host.unicodeScalars.allSatisfy(isHostCharacter) else { throw AddressError(.badHost) }
        let zoned = String(host).replacing("%25", with: "%")  // RFC 6874: the zone of a link-local address
        guard let portText else { return (zoned, RTMPAddress.defaultPort(isSecure: isSecure)) }
        guard portText.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(portText), port > 0 else {
            throw AddressError(.badPort)
        }
        return (zoned, port)
    }

    private static func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "-._:%~".unicodeScalars.contains(scalar)
    }
}

extension UInt8 {
    /// Two hexadecimal digits; nil for anything else.
    fileprivate init?(hexadecimal digits: some Collection<UInt8>) {
        var value: UInt8 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | (digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | (digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | (digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        self = value
    }
}
