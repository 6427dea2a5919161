/// Hides stream keys in the argument list that process listings show.
public enum ArgumentScrubber {
    /// Overwrites, in the process's own argument memory, the part of every RTMP address behind its application.
    ///
    /// Call it first thing, once `arguments` have been copied: Linux shows this memory as `/proc/PID/cmdline`. It
    /// narrows the window in which a key is visible; only a key file closes it.
    ///
    /// - Parameters:
    ///   - count: `CommandLine.argc`.
    ///   - arguments: `CommandLine.unsafeArgv`.
    public static func hideKeys(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
        for index in 0..<Int(count) {
            guard let argument = arguments[index] else { continue }
            var length = 0
            while argument[length] != 0 { length += 1 }
            let bytes = UnsafeMutableRawBufferPointer(start: argument, count: length)
            for position in secretBytes(of: bytes) { bytes[position] = UInt8(ascii: "x") }
        }
    }

    /// Which bytes of an argument are secret: those from the second path component of an address on, and its
    /// `user:password`.
    static func secretBytes(of argument: some RandomAccessCollection<UInt8>) -> [Int] {
        let bytes = Array(argument)
        guard let mark = bytes.firstRange(of: Array("://".utf8)) else { return [] }
        let rest = bytes[mark.upperBound...]
        let authorityEnd = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        var secret: [Int] = []
        if let at = rest[..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) { secret += Array(rest.startIndex..<at) }
        guard authorityEnd < rest.endIndex else { return secret }
        let path = rest[(authorityEnd + 1)...]
        guard rest[authorityEnd] == UInt8(ascii: "/") else { return secret + Array(path.indices) }
        guard let cut = path.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) else {
            return secret
        }
        return secret + Array((cut + 1)..<path.endIndex)
    }
}
