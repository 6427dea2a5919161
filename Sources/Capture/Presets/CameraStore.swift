import Glibc
import OnAirMedia
import OnAirSystem

/// What is kept of cameras between two runs, each by its `uniqueID`: presets, and which way it looks.
///
/// A folder for each camera, with readable files of lines `name = value`: `presets/NAME.preset`, and `camera.conf`.
/// Files are replaced whole. One that cannot be understood is left as it is.
public struct CameraStore: Sendable {
    /// The longest name of a preset, in bytes.
    public static let longestPresetName = 60

    /// The user's own: `$XDG_CONFIG_HOME/onair/cameras`, else `~/.config/onair/cameras`.
    public static let user = CameraStore(root: userRoot)

    /// Nil where there is no place to keep anything.
    private let root: String?

    /// - Parameter root: the folder; made when something is first kept. Nil keeps nothing.
    public init(root: String?) { self.root = root }

    private static var userRoot: String? {
        func folder(_ name: String) -> String? {
            // XDG Base Directory Specification: a path that is not absolute is to be ignored.
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let base = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 == "/" ? "/.config" : "\($0)/.config" }
        return base.map { "\($0)/onair/cameras" }
    }

    // MARK: - Presets

    /// The names of a camera's presets, sorted.
    ///
    /// - Throws: `CaptureError` of kind `denied` or `unusable` where the folder cannot be read.
    public func presets(of id: String) throws(CaptureError) -> [String] {
        guard let folder = folder(of: id) else { return [] }
        let files = try Self.asking { () throws(SystemError) in try SmallFile.names(in: "\(folder)/presets") }
        return files.compactMap { file in
            file.hasSuffix(".preset") ? SafeFileName.decoded(String(file.dropLast(".preset".count))) : nil
        }.sorted()
    }

    /// Reads a preset.
    ///
    /// - Throws: `CaptureError` of kind `missing` where there is none of that name, with the ones there are; `unusable`
    ///   where it cannot be understood, with the line; `denied` where it may not be read; `refused` for a name that none
    ///   can have.
    public func preset(named name: String, of id: String) throws(CaptureError) -> CameraPreset {
        let path = try path(of: name, id)
        let text = try Self.asking { () throws(SystemError) in try SmallFile.read(path) }
        guard let text else { throw missing(name, of: id) }
        return CameraPreset(try SettingsText.read(text, path: path))
    }

    /// Keeps a preset, in place of one of that name.
    ///
    /// - Parameter deviceName: the camera's, for whoever reads the file.
    /// - Throws: `CaptureError` of kind `denied` or `unusable` where it cannot be written, and then the old one is still
    ///   there; `refused` for a name that none can have.
    public func save(_ preset: CameraPreset, named name: String, of id: String, deviceName: String) throws(CaptureError)
    {
        let path = try path(of: name, id)
        let text = SettingsText.write(preset.entries, heading: ["Preset \(name) of \(deviceName) (\(id))"])
        try Self.asking { () throws(SystemError) in try SmallFile.replace(path, with: text.utf8) }
    }

    /// Deletes a preset.
    ///
    /// - Throws: `CaptureError` of kind `missing` where there is none of that name; `denied` or `unusable`.
    public func deletePreset(named name: String, of id: String) throws(CaptureError) {
        let path = try path(of: name, id)
        guard try Self.asking({ () throws(SystemError) in try SmallFile.delete(path) }) else {
            throw missing(name, of: id)
        }
    }

    // MARK: - Which way it looks

    /// Which way the camera looks by the user's word; nil where that is left to the camera.
    ///
    /// - Throws: `CaptureError` of kind `unusable` where the file cannot be understood, with the line; `denied`.
    public func position(of id: String) throws(CaptureError) -> CaptureDevice.Position? {
        guard let path = configurationPath(of: id) else { return nil }
        let text = try Self.asking { () throws(SystemError) in try SmallFile.read(path) }
        guard let text, let entry = try SettingsText.read(text, path: path).first(where: { $0.name == "position" })
        else { return nil }
        guard let position = CaptureDevice.Position(rawValue: entry.value) else {
            throw CaptureError(
                .unusable, "\(path) says that the camera looks “\(entry.value)”.",
                advice: "Write position = front, back or unspecified, or delete that line.")
        }
        return position
    }

    /// Says which way the camera looks; nil leaves it to the camera again. What else the file has stays.
    ///
    /// - Throws: `CaptureError` of kind `denied` or `unusable` where it cannot be written, or is there and cannot be
    ///   understood; then it is left as it is.
    public func setPosition(_ position: CaptureDevice.Position?, of id: String, deviceName: String) throws(CaptureError)
    {
        guard let path = configurationPath(of: id) else { throw Self.homeless }
        let text = try Self.asking { () throws(SystemError) in try SmallFile.read(path) }
        var entries = try text.map { text throws(CaptureError) in try SettingsText.read(text, path: path) } ?? []
        guard position != nil || !entries.isEmpty else { return }
        entries.removeAll { $0.name == "position" }
        if let position { entries.append(CameraPreset.Entry("position", position.rawValue)) }
        let changed = SettingsText.write(entries, heading: ["Configuration of \(deviceName) (\(id))"])
        try Self.asking { () throws(SystemError) in try SmallFile.replace(path, with: changed.utf8) }
    }

    // MARK: - Files

    private func folder(of id: String) -> String? { root.map { "\($0)/\(SafeFileName.encoded(id))" } }

    private func configurationPath(of id: String) -> String? { folder(of: id).map { "\($0)/camera.conf" } }

    private func path(of name: String, _ id: String) throws(CaptureError) -> String {
        guard !name.isEmpty, name.utf8.count <= Self.longestPresetName,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw CaptureError(
                .refused, "“\(name)” cannot be the name of a preset.",
                advice: "Use 1 to \(Self.longestPresetName) bytes without control characters.")
        }
        guard let folder = folder(of: id) else { throw Self.homeless }
        return "\(folder)/presets/\(SafeFileName.encoded(name)).preset"
    }

    private static var homeless: CaptureError {
        CaptureError(
            .unusable, "There is no place to keep what belongs to a camera.",
            advice: "Set HOME or XDG_CONFIG_HOME to an absolute path.")
    }

    private func missing(_ name: String, of id: String) -> CaptureError {
        let names = (try? presets(of: id)) ?? []
        let near = Spelling.nearest(to: name, among: names).map { "Did you mean \($0)?" }
        return CaptureError(
            .missing, "There is no preset “\(name)” of \(id).",
            advice: near ?? (names.isEmpty ? "None has been saved." : "There are \(names.joined(separator: ", "))."))
    }

    private static func asking<Value>(_ body: () throws(SystemError) -> Value) throws(CaptureError) -> Value {
        do throws(SystemError) { return try body() } catch {
            throw CaptureError(error.kind == .accessDenied ? .denied : .unusable, error.message, advice: error.advice)
        }
    }
}
