import OnAirMedia

extension String {
    /// What to write instead of `word`: the one of `names` that it nearly is, else all of them.
    static func choice(of word: String, among names: [String]) -> String {
        if let near = Spelling.nearest(to: word, among: names) { return "Did you mean “\(near)”?" }
        return "There are \(names.joined(separator: ", "))."
    }
}
