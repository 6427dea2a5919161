import Foundation
import OnAirTerminal
import Testing

struct KeyTests {
    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "onair-key-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    @Test(
        "The key is the first line, byte for byte, without its line end",
        arguments: [
            ("abc", "abc"), ("abc\n", "abc"), ("abc\r\n", "abc"), (" a b \nrest", " a b "),
            ("k?x=1&y=ü\n", "k?x=1&y=ü"),
        ])
    func firstLine(content: String, key: String) throws {
        #expect(try withFile(Array(content.utf8)) { try KeyFile.read($0) } == key)
    }

    private static let noKeys: [String: [UInt8]] = [
        "an empty file": [], "an empty line": Array("\nsecond".utf8), "no UTF-8": [0xFF, 0xFE, 0x63],
        "too long": [UInt8](repeating: 0x63, count: KeyFile.limit + 1),
    ]

    @Test("What is no key is refused without being shown", arguments: noKeys.keys.sorted())
    func noKey(name: String) throws {
        try withFile(#require(Self.noKeys[name])) { path in
            let error = #expect(throws: UsageError.self) { try KeyFile.read(path) }
            #expect(error?.kind == .badValue)
            #expect(error?.message.contains("ccc") == false)
        }
    }

    @Test("The longest key is taken whole")
    func longest() throws {
        let key = String(repeating: "c", count: KeyFile.limit)
        #expect(try withFile(Array("\(key)\n".utf8)) { try KeyFile.read($0) } == key)
    }

    @Test("A missing file is named with the system's reason")
    func missing() {
        let error = #expect(throws: UsageError.self) { try KeyFile.read("/nonexistent/key") }
        #expect(error?.message.contains("No such file") == true)
    }

    @Test(
        "Only what is behind the application is hidden in the argument list",
        arguments: [
            ("rtmp://host/app/key", "rtmp://host/app/xxx"),
            ("rtmp://host:1935/app/a/b?c=d", "rtmp://host:1935/app/xxxxxxx"),
            ("rtmp://host/app?token=1", "rtmp://host/app?xxxxxxx"), ("rtmp://host?t=1", "rtmp://host?xxx"),
            ("rtmp://me:pw@host/app/k", "rtmp://xxxxx@host/app/x"), ("--to=rtmp://h/a/k", "--to=rtmp://h/a/x"),
            ("rtmp://host/app", "rtmp://host/app"), ("rtmp://[::1]:1/a/k", "rtmp://[::1]:1/a/x"), ("--mute", "--mute"),
            ("file:a/b/c", "file:a/b/c"), ("rtmp://", "rtmp://"), ("", ""),
        ])
    func scrubbing(argument: String, shown: String) {
        var bytes = Array(argument.utf8CString)
        bytes.withUnsafeMutableBufferPointer { buffer in
            var pointers: [UnsafeMutablePointer<CChar>?] = [buffer.baseAddress, nil]
            pointers.withUnsafeMutableBufferPointer { list in
                guard let base = list.baseAddress else { return }
                ArgumentScrubber.hideKeys(count: 1, arguments: base)
            }
        }
        #expect(String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) == shown)
    }
}
