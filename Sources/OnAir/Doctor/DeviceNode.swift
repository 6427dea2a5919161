/// A device's file below `/dev`, and whether this process may use it.
public struct DeviceNode: Sendable, Equatable {
    /// Such as `/dev/video0`.
    public var path: String
    /// The device's own name; nil where the kernel does not tell.
    public var name: String?
    /// Whether this process may read and write it.
    public var isAllowed: Bool
    /// The group that may; nil where the group may not either, or has no name.
    public var group: String?
    /// Programs that have it open, as far as this user can see: `NAME (PID)`.
    public var holders: [String]

    public init(path: String, name: String? = nil, isAllowed: Bool, group: String? = nil, holders: [String] = []) {
        (self.path, self.name, self.isAllowed) = (path, name, isAllowed)
        (self.group, self.holders) = (group, holders)
    }

    /// The nodes in `folder` whose names `belongs` takes.
    static func nodes(
        in folder: String, _ files: SystemFiles, where belongs: (String) -> Bool,
        name: (String) -> String? = { _ in nil }
    ) -> [DeviceNode] {
        files.names(in: folder).filter(belongs).map { node in
            let path = "\(folder)/\(node)"
            let isAllowed = if case .success = files.mayUse(path) { true } else { false }
            return DeviceNode(
                path: path, name: name(node), isAllowed: isAllowed, group: group(of: path, files),
                holders: [])
        }
    }

    /// The group that may read and write the node.
    private static func group(of path: String, _ files: SystemFiles) -> String? {
        guard let status = files.status(path), status.mode & 0o060 == 0o060 else { return nil }
        return SystemUsers(reading: files).groups[status.group]
    }
}
