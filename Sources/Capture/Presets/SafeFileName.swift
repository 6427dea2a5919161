/// Names of files for names of anything.
enum SafeFileName {
    /// The longest name that is kept as it is: what follows it, such as `.preset`, must fit too (NAME_MAX is 255).
    private static let longest = 180

    /// `name` with every byte but ASCII letters, digits, `-`, `_` and a `.` that does not lead written as `%XX`. Two
    /// names never share one, in whatever folder.
    static func encoded(_ name: String) -> String {
        var text = ""
        for (index, byte) in name.utf8.enumerated() {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                byte < 0x80 && (scalar.properties.isAlphabetic || (48...57).contains(byte) || byte == 45 || byte == 95)
                || (byte == 46 && index > 0)
            let digits = String(byte, radix: 16, uppercase: true)
            text += isPlain ? String(scalar) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
        guard text.utf8.count > longest else { return text }
        // FNV-1a, 64 bits: enough to tell apart what somebody has plugged in.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(text.prefix(longest - 20))%%\(String(hash, radix: 16))"
    }

    /// The name that `file` stands for; nil where it stands for none, or for one too long to be kept.
    static func decoded(_ file: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(file.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == 37 else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return encoded(name) == file ? name : nil
    }
}
