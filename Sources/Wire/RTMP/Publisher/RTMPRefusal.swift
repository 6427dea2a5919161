/// Reads why a server refused from what it says. Authentication has no code of its own in RTMP: the adobe and llnw
/// schemes hide it in the description, for which see the texts below.
enum RTMPRefusal {
    private static let refused = [
        "authfail", "auth failed", "nosuchuser", "authentication failed", "invalid_session_id",
    ]
    private static let required = ["needauth", "need auth", "authmod=", "authentication required"]

    /// Why `connect` was refused.
    static func ofConnect(_ status: RTMPStatus?, text: RTMPServerText) -> RTMPError {
        let said = description(status, text)
        return authentication(status, said) ?? .connectRejected(description: said)
    }

    /// Why `publish` was refused.
    static func ofPublish(_ status: RTMPStatus?, text: RTMPServerText) -> RTMPError {
        let said = description(status, text)
        if let error = authentication(status, said) { return error }
        if status?.code == "NetStream.Publish.BadName" { return .streamNameInUse(description: said) }
        return .publishRejected(status: code(status, text), description: said)
    }

    /// Why a running stream was ended.
    static func ofRunningStream(_ status: RTMPStatus?, text: RTMPServerText) -> RTMPError {
        let said = description(status, text)
        if status?.code == "NetStream.Publish.BadName" { return .streamNameInUse(description: said) }
        return .endedByServer(status: code(status, text), description: said)
    }

    private static func authentication(_ status: RTMPStatus?, _ said: String) -> RTMPError? {
        // The words stand in front; a text of megabytes is not searched.
        let lower = String(decoding: (status?.text.bytes ?? []).prefix(2048), as: UTF8.self).lowercased()
        if refused.contains(where: { lower.contains($0) }) { return .authenticationRefused(description: said) }
        if required.contains(where: { lower.contains($0) }) { return .authenticationRequired(description: said) }
        return nil
    }

    static func description(_ status: RTMPStatus?, _ text: RTMPServerText) -> String {
        status.map { text.clean($0.text) } ?? ""
    }

    private static func code(_ status: RTMPStatus?, _ text: RTMPServerText) -> String {
        let code = status.map { text.clean($0.code) } ?? ""
        return code.isEmpty ? "no status" : code
    }
}
