import Foundation

/// Where the benchmark finds what it runs, and keeps what it makes.
struct BenchTools {
    /// The `onair` beside this executable.
    let onair: String
    /// The allocation counter beside this executable.
    let mallocCounter: String
    /// Output of the newest child.
    let log: String
    /// Where what is made once is kept.
    let folder: String

    init(folder: String) throws {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let products = URL(filePath: executable).deletingLastPathComponent().path
        onair = products + "/onair"
        mallocCounter = products + "/libonair-malloc-count.so"
        self.folder = folder
        log = folder + "/child.log"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func progress(_ what: String) {
        FileHandle.standardError.write(Data("onair-bench: \(what)\n".utf8))
    }

    /// A file that `command` makes, once.
    func made(_ name: String, by command: (_ path: String) throws -> [String]) throws -> String {
        let path = folder + "/" + name
        if FileManager.default.fileExists(atPath: path) { return path }
        progress("making \(name), once")
        let part = folder + "/part-" + name
        guard try MeasuredChild(command(part), log: log).wait().status == 0 else {
            throw BenchError("\(name) could not be made; see \(log)")
        }
        try FileManager.default.moveItem(atPath: part, toPath: path)
        return path
    }

    /// A folder with nothing in it.
    func emptyFolder(_ name: String) throws -> String {
        let path = folder + "/" + name
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Ten seconds of 720p30 in raw YUYV, made once: moving, with grain, so that x264 has real work.
    func clip() throws -> String {
        let path = folder + "/yuyv-720p30.nut"
        if FileManager.default.fileExists(atPath: path) { return path }
        progress("making the clip (550 MB, once)")
        let part = path + ".part"
        let usage = try MeasuredChild(
            [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
                "testsrc2=size=1280x720:rate=30:duration=10,noise=alls=5:allf=t", "-pix_fmt", "yuyv422", "-c:v",
                "rawvideo", "-f", "nut", part,
            ], log: log
        ).wait()
        guard usage.status == 0 else { throw BenchError("ffmpeg could not make the clip; see \(log)") }
        try FileManager.default.moveItem(atPath: part, toPath: path)
        return path
    }
}
