import Glibc
import OnAirSystem
import Testing

struct DirectoryWatchTests {
    @Test func tellsOfFilesMadeChangedAndRemoved() throws {
        var template = Array("/tmp/onair-watch-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(folder) }
        let watch = try DirectoryWatch(folder)
        #expect(watch.read() == .names([]))
        let path = "\(folder)/video0"
        close(creat(path, 0o600))
        #expect(watch.read() == .names(["video0"]))
        chmod(path, 0o660)
        #expect(watch.read() == .names(["video0"]))
        unlink(path)
        // The last link's end is an attribute of its own.
        guard case .names(let names) = watch.read() else {
            Issue.record("overflown")
            return
        }
        #expect(Set(names) == ["video0"])
    }

    @Test func aMissingFolderIsATypedError() {
        let error = #expect(throws: SystemError.self) { try DirectoryWatch("/no-such-folder") }
        #expect(error?.kind == .notFound)
    }
}
