/// The information object of `onStatus`, `_result` and `_error` (RTMP 1.0, 7.2).
public struct RTMPStatus: Hashable, Sendable {
    /// `status`, `warning` or `error`; empty where the peer left it out.
    public var level: AMF0String
    /// Such as `NetStream.Publish.Start`.
    public var code: AMF0String
    /// For people; empty where the peer left it out.
    public var text: AMF0String

    public init(level: AMF0String, code: AMF0String, text: AMF0String) {
        self.level = level
        self.code = code
        self.text = text
    }

    /// Reads an information object; nil where it says neither code nor description.
    public init?(_ value: AMF0Value) {
        let (code, text) = (value["code"]?.string, value["description"]?.string)
        guard code != nil || text != nil else { return nil }
        self.code = code ?? ""
        self.text = text ?? ""
        level = value["level"]?.string ?? ""
    }

    /// The information object.
    public var value: AMF0Value {
        .object([
            AMF0Property("level", .string(level)), AMF0Property("code", .string(code)),
            AMF0Property("description", .string(text)),
        ])
    }
}
