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

    @Test func tellsOfAFolderThatComesLater() throws {
        var template = Array("/tmp/onair-watch-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let (inner, path) = ("\(folder)/snd", "\(folder)/snd/controlC0")
        defer {
            unlink(path)
            rmdir(inner)
            rmdir(folder)
        }
        let watch = try DirectoryWatch(folder)
        watch.include(inner)
        #expect(watch.read() == .names([]))
        mkdir(inner, 0o700)
        #expect(watch.read() == .names(["snd"]))
        watch.include(inner)
        close(creat(path, 0o600))
        #expect(watch.read() == .names(["controlC0"]))
        // Once more changes nothing.
        watch.include(inner)
        chmod(path, 0o660)
        #expect(watch.read() == .names(["controlC0"]))
    }

    @Test func aMissingFolderIsATypedError() {
        let error = #expect(throws: SystemError.self) { try DirectoryWatch("/no-such-folder") }
        #expect(error?.kind == .notFound)
    }
}
