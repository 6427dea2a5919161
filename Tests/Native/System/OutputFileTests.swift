import Glibc
import OnAirMedia
import OnAirSystem
import Testing

@Suite("OutputFile")
struct OutputFileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/onair-file-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let folder = String(cString: made)
        defer {
            unlink(folder + "/a.flv")
            rmdir(folder)
        }
        try body(folder)
    }

    private func contents(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    @Test("Appends, overwrites in front, and empties a file that was there")
    func writes() throws {
        try withFolder { folder in
            let path = folder + "/a.flv"
            let old = try OutputFile(creating: path)
            try append([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7], to: old)
            try old.close()
            let file = try OutputFile(creating: path)
            try append([1, 2, 3, 4], to: file)
            let middle: [UInt8] = [9, 9]
            try middle.withUnsafeBytes { try file.overwrite($0, at: 1) }
            try append([1, 2, 3, 4], to: file)
            try file.close()
            try file.close()
            #expect(file.byteCount == 8)
            #expect(contents(path) == [1, 9, 9, 4, 1, 2, 3, 4])
        }
    }

    private func append(_ bytes: [UInt8], to file: OutputFile) throws {
        try bytes.withUnsafeBytes { try file.append($0) }
    }

    @Test(
        "What the system refuses is typed",
        arguments: [
            ("/nowhere/at/all.flv", SystemError.Kind.notFound), ("/tmp", .notAFile), ("/dev/null/x.flv", .notAFile),
        ])
    func refusals(path: String, kind: SystemError.Kind) {
        let error = #expect(throws: SystemError.self) { try OutputFile(creating: path) }
        #expect(error?.kind == kind)
        #expect(error?.message.contains(path) == true)
    }

    @Test("A full disk is typed and says so")
    func fullDisk() throws {
        let file = try OutputFile(creating: "/dev/full")
        let error = #expect(throws: SystemError.self) {
            try append([1], to: file)
        }
        #expect(error?.kind == .noSpace)
        #expect(error?.number == ENOSPC)
    }

    @Test("A file that somebody writes is refused untouched, and free once that one has closed it")
    func inUse() throws {
        try withFolder { folder in
            let path = folder + "/a.flv"
            let first = try OutputFile(creating: path)
            try append([1, 2, 3], to: first)
            let error = #expect(throws: SystemError.self) { try OutputFile(creating: path) }
            #expect(error?.kind == .inUse)
            #expect(contents(path) == [1, 2, 3])
            try append([4], to: first)
            try first.close()
            #expect(contents(path) == [1, 2, 3, 4])
            try OutputFile(creating: path).close()
            #expect(contents(path) == [])
        }
    }

    @Test("The file is closed when another program is started")
    func closeOnExec() throws {
        try withFolder { folder in
            let file = try OutputFile(creating: folder + "/a.flv")
            var found = false
            for number in Int32(3)..<256 where fcntl(number, F_GETFD) >= 0 {
                var link = [CChar](repeating: 0, count: 512)
                guard readlink("/proc/self/fd/\(number)", &link, 511) > 0 else { continue }
                let target = String(decoding: link.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                guard target == folder + "/a.flv" else { continue }
                found = true
                #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
            }
            #expect(found)
            try file.close()
        }
    }
}
