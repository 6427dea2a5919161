import Glibc
import OnAirCapture
import OnAirMedia
import OnAirSystem
import OnAirV4L2

/// A machine with camera nodes that scripted drivers stand behind: folders in `/tmp` in place of `/dev` and `/sys`.
final class ScriptedMachine: Sendable {
    private final class Drivers: Sendable {
        let byPath = Lock<[String: ScriptedDriver]>([:])
    }

    let root: String
    let directory: V4L2Directory
    private let drivers: Drivers

    init() {
        var template = Array("/tmp/onair-machine-XXXXXX".utf8CString)
        let root = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        let drivers = Drivers()
        for part in ["dev", "sys", "sys/class", "sys/class/video4linux"] { mkdir("\(root)/\(part)", 0o755) }
        directory = V4L2Directory(files: SystemFiles(root: root)) { path throws(V4L2Error) in
            guard let driver = drivers.byPath.withLock({ $0[path] }) else {
                throw V4L2Error("open", ENOENT, path: path)
            }
            return driver.node(path)
        }
        (self.root, self.drivers) = (root, drivers)
    }

    /// Plugs a device in as `/dev/videoN`.
    ///
    /// - Parameter usb: vendor, product and serial number; nil for none.
    func plug(_ number: Int, _ driver: ScriptedDriver, usb: (String, String, String)? = nil, index: Int = 0) {
        drivers.byPath.withLock { $0["/dev/video\(number)"] = driver }
        write("\(number)", "dev/video\(number)")
        let folder = "sys/class/video4linux/video\(number)"
        for part in [folder, "\(folder)/device"] { mkdir("\(root)/\(part)", 0o755) }
        write("\(index)", "\(folder)/index")
        guard let usb else { return }
        write(usb.0, "\(folder)/idVendor")
        write(usb.1, "\(folder)/idProduct")
        write(usb.2, "\(folder)/serial")
    }

    func unplug(_ number: Int) {
        drivers.byPath.withLock { $0["/dev/video\(number)"] = nil }
        unlink("\(root)/dev/video\(number)")
        for file in ["idVendor", "idProduct", "serial"] {
            unlink("\(root)/sys/class/video4linux/video\(number)/\(file)")
        }
    }

    private func write(_ text: String, _ path: String) {
        guard let file = fopen("\(root)/\(path)", "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}
