import Glibc
import OnAirFuzz

/// Files of inputs, read and written whole.
enum FuzzFiles {
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return false }
        defer { fclose(file) }
        return fwrite(bytes, 1, bytes.count, file) == bytes.count
    }

    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    /// Makes `path` and the folders above it.
    static func makeFolder(_ path: String) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part
            if !made.isEmpty { mkdir(made, 0o755) }
            made += "/"
        }
    }

    /// Keeps an input that failed, under a name that says of which target and what it is.
    static func keep(_ input: [UInt8], of target: FuzzTarget, in folder: String) -> String {
        makeFolder(folder)
        let hash = input.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let path = "\(folder)/\(target.name).\(String(hash, radix: 16))"
        return write(input, to: path) ? path : "(not kept: \(path) cannot be written)"
    }
}
