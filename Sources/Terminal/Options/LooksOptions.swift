/// What `onair looks` was asked to do.
public struct LooksOptions: Sendable, Equatable {
    /// A look to be written into a `.cube` file.
    public struct Export: Sendable, Equatable {
        public var look: String
        public var path: String

        public init(look: String, path: String) { (self.look, self.path) = (look, path) }
    }

    /// One JSON document instead of text for people.
    public var json = false
    /// Write this one instead of listing them.
    public var export: Export?

    public init() {}

    /// Reads what the parser found.
    ///
    /// - Throws: `UsageError` where a file has no look, or a look no file.
    public init(words: [String], _ given: [OptionParser.GivenOption]) throws(UsageError) {
        json = given.contains { $0.name == "json" }
        let look = given.first { $0.name == "export" }?.value
        switch (look, words.first) {
        case (nil, nil): break
        case (nil, _?):
            throw UsageError(
                .incomplete, "A file is written only with --export.", advice: "Write --export NAME FILE.cube.")
        case (_?, nil):
            throw UsageError(.incomplete, "--export needs a file as well.", advice: "Write --export NAME FILE.cube.")
        case (let look?, let path?):
            guard path.lowercased().hasSuffix(".cube") else {
                throw UsageError(.badValue, "--export writes .cube files only.", advice: "Name it something.cube.")
            }
            guard !json else {
                throw UsageError(.badValue, "--json lists looks; --export writes one.", advice: "Keep one of them.")
            }
            export = Export(look: look, path: path)
        }
    }
}
