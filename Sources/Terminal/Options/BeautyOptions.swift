/// What `onair beauty` was asked to do.
public struct BeautyOptions: Sendable, Equatable {
    /// A parameter of a filter that has an option of its own.
    public struct Setting: Sendable, Equatable {
        public var parameter: String
        public var value: String

        public init(_ parameter: String, _ value: String) { (self.parameter, self.value) = (parameter, value) }
    }

    /// What comes out.
    public enum Layout: Sendable, Equatable {
        /// The treated picture or clip.
        case treated
        /// Before and after, side by side.
        case comparison
        /// One labelled picture of what filters do to it.
        case sheet
    }

    /// What a file is by the ending of its name.
    public enum Kind: Sendable, Equatable { case picture, clip }

    /// The options that set a parameter of the skin filter, each called like it.
    static let skinParameters = ["family", "level", "smooth", "whiten", "ruddy"]
    private static let endings: [String: Kind] = [
        "png": .picture, "jpg": .picture, "jpeg": .picture, "mp4": .clip, "mkv": .clip, "flv": .clip,
    ]

    public var input = ""
    public var output = ""
    /// What `output` is to become.
    public var kind = Kind.picture
    /// In the order they are done.
    public var filters: [LiveOptions.Filter] = []
    /// What is set of the skin filter.
    public var skin: [Setting] = []
    public var layout = Layout.treated
    /// The time of a still picture in seconds, for effects.
    public var time: Double?

    public init() {}

    /// Reads what the parser found.
    ///
    /// - Throws: `UsageError` for a file that is not written, and for options that contradict each other.
    public init(words: [String], _ given: [OptionParser.GivenOption]) throws(UsageError) {
        input = words.first ?? ""
        output = words.last ?? ""
        guard let kind = Self.kind(of: output) else {
            throw UsageError(
                .badValue, "OUT is a picture (.png, .jpg) or a clip (.mp4, .mkv, .flv) by the ending of its name.",
                advice: "Name it something.png or something.mp4.")
        }
        self.kind = kind
        for option in given {
            switch (option.name, option.value) {
            case ("filter", let value?): filters.append(.step(value))
            case ("look", let value?): filters.append(.look(value))
            case ("compare", _): layout = .comparison
            case ("sheet", _): layout = .sheet
            case ("at", let value?): time = try Self.time(value)
            case (let name, let value?) where Self.skinParameters.contains(name): skin.append(Setting(name, value))
            default: break
            }
        }
        try check(Set(given.map(\.name)))
    }

    private func check(_ names: Set<String>) throws(UsageError) {
        if names.contains("sheet") {
            let others = ["filter", "look", "compare", "at"] + Self.skinParameters
            if let other = others.first(where: names.contains) {
                throw UsageError(
                    .badValue, "--sheet shows a fixed set of filters, and --\(other) is about others.",
                    advice: "Keep one of them.")
            }
            if kind != .picture {
                throw UsageError(.badValue, "--sheet makes one picture.", advice: "Name OUT something.png.")
            }
        }
        if filters.contains(.step("none")), filters.count > 1 || !skin.isEmpty {
            throw UsageError(
                .badValue, "--filter none leaves a picture as it is; the others would change it.",
                advice: skin.first.map { "Leave out --filter none, or --\($0.parameter)." }
                    ?? "Leave out --filter none, or the others; --filter look:NAME is a look alone.")
        }
        if time != nil, kind == .clip {
            throw UsageError(.badValue, "--at is about still pictures: a clip has its own times.")
        }
    }

    private static func kind(of path: String) -> Kind? {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 ? parts.last.flatMap { endings[$0.lowercased()] } : nil
    }

    private static func time(_ text: String) throws(UsageError) -> Double {
        guard let seconds = Double(text), (0...86_400).contains(seconds) else {
            throw UsageError(
                .badValue, "--at cannot be \"\(text)\".", advice: "It is seconds, such as 0.4; at most 86400.")
        }
        return seconds
    }
}
