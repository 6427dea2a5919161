import FoundationEssentials
import OnAirPicture
import OnAirSystem

/// A file of scenes, as people write them; see docs/scenes.md.
///
/// JSON5 (json5.org): JSON in which comments, commas at the end and keys without quotes are fine. Either one scene, or
/// several under `scenes`.
public struct SceneFile: Equatable, Sendable {
    /// At least one, each with a name of its own; in the file's order.
    public var scenes: [NamedScene]
    /// How a scene comes that does not say it itself. Default: fade for half a second.
    public var transition: PictureTransition

    /// The longest file that is read, in bytes: strokes may need some.
    public static let largestSize = 4 << 20

    public init(scenes: [NamedScene], transition: PictureTransition = Self.usualTransition) {
        self.scenes = scenes
        self.transition = transition
    }

    public static let usualTransition = PictureTransition(.fade, duration: .milliseconds(500))

    /// Reads the file at `path`. Paths in it that do not begin with `/` are looked for beside it.
    ///
    /// - Throws: `BroadcastError` with code `.invalidScene`, naming the file, and the line or the layer and key.
    public init(path: String) throws(BroadcastError) {
        let text: String?
        do throws(SystemError) {
            text = try SmallFile.read(path, limit: Self.largestSize)
        } catch {
            throw .invalidScene("The scene file \(path) cannot be read: \(error.message)")
        }
        guard let text else { throw .invalidScene("There is no scene file \(path).") }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        do throws(BroadcastError) {
            try self.init(parsing: text, folder: path.contains("/") ? folder + "/" : "")
        } catch {
            throw .invalidScene("The scene file \(path) cannot be used: \(error.message)", advice: error.advice)
        }
    }

    /// Reads the text of a scene file.
    ///
    /// - Parameter folder: put before paths that do not begin with `/`; empty, or ending in `/`.
    /// - Throws: `BroadcastError` with code `.invalidScene`.
    public init(parsing text: String, folder: String = "") throws(BroadcastError) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let content: Content
        do {
            content = try decoder.decode(Content.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            if let fault = JSONFault(in: text) {
                throw .invalidScene("line \(fault.line), column \(fault.column): \(fault.message).")
            }
            throw .invalidScene(Self.words(for: error))
        } catch {
            throw .invalidScene("It is no JSON.")
        }
        self.init(scenes: content.scenes, transition: content.transition ?? Self.usualTransition)
        var names: Set<String> = []
        for index in scenes.indices {
            if scenes[index].name.isEmpty { scenes[index].name = "scene \(index + 1)" }
            guard names.insert(scenes[index].name).inserted else {
                throw .invalidScene("Two scenes are called “\(scenes[index].name)”.")
            }
            scenes[index].scene = scenes[index].scene.locatingFiles(in: folder)
            do throws(LayerError) {
                _ = try scenes[index].scene.validated()
            } catch {
                throw .invalidScene("scene “\(scenes[index].name)”: \(error.message)", advice: error.advice)
            }
        }
        guard !scenes.isEmpty else { throw .invalidScene("There is no scene in it.") }
    }

    /// What may stand at the top of a file.
    private struct Content: Decodable {
        var scenes: [NamedScene]
        var transition: PictureTransition?

        private enum CodingKeys: String, CodingKey, CaseIterable { case scenes, transition }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            transition = try values.decodeIfPresent(PictureTransition.self, forKey: .transition)
            guard values.contains(.scenes) else {
                scenes = [try NamedScene(from: decoder)]
                return
            }
            try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a scene file")
            scenes = try values.decode([NamedScene].self, forKey: .scenes)
        }
    }

    private static func words(for error: DecodingError) -> String {
        switch error {
        case .dataCorrupted(let context)
        where context.codingPath.isEmpty && context.debugDescription.hasPrefix("The given"):
            return "It is no JSON5 that is understood."
        case .dataCorrupted(let context):
            return place(context.codingPath) + context.debugDescription + "."
        case .keyNotFound(let key, let context):
            return place(context.codingPath) + "“\(key.stringValue)” is missing."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return place(context.codingPath) + "there is no \(name(of: type))."
        @unknown default: return "It cannot be understood."
        }
    }

    /// `scenes[0].layers[2].x: `, or nothing at the top.
    private static func place(_ path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text.isEmpty ? "" : text + ": "
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type, is Int.Type: "number where one belongs"
        case is String.Type: "text where one belongs"
        case is Bool.Type: "true or false where one belongs"
        default: "\(type)".contains("Array") ? "list where one belongs" : "value of the right kind where one belongs"
        }
    }
}
