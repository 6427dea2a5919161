import OnAirFuzz

/// What `onair-fuzz` was asked to do.
struct FuzzOptions {
    static let help = """
        onair-fuzz: breaks real inputs in every way, hands them to the parsers, and looks at what must hold.

          --seed N        which inputs; the same seed gives the same ones (default 1)
          --inputs M      how many in all, over all targets (default 100000)
          --seconds S     stop after so many seconds, even where inputs are left
          --target T      only this target; may be given more than once
          --crashes DIR   where inputs that fail are kept (default .onair/fuzz)
          --replay FILE   hand this one input to --target T and say what comes of it
          --list          the targets

        Each target runs in a process of its own, which writes every input into a shared file before it hands it over: a
        trap, a hang of 20 s or a lack of memory kills that process, and the input is still in the file. The parent keeps
        it and goes on with the next. An input is a function of seed, target and number alone.

        """

    var seed: UInt64 = 1
    var inputs: UInt64 = 100_000
    var seconds: Double?
    var targets: [FuzzTarget] = []
    var crashes = ".onair/fuzz"
    var replay: String?
    /// Set in the processes that do the work: the first number and the file for the current input.
    var worker: (from: UInt64, file: String)?
    var isHelp = false
    var isList = false

    /// Nil where the words are none.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        var from: UInt64?
        var file: String?
        while let name = rest.popFirst() {
            switch name {
            case "--help", "-h":
                isHelp = true
                continue
            case "--list":
                isList = true
                continue
            default: break
            }
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            case "--inputs":
                guard let number = UInt64(value) else { return nil }
                inputs = number
            case "--seconds":
                guard let number = Double(value), number > 0 else { return nil }
                seconds = number
                inputs = .max
            case "--target":
                guard let target = FuzzTarget.all.first(where: { $0.name == value }) else { return nil }
                targets.append(target)
            case "--crashes": crashes = value
            case "--replay": replay = value
            case "--from":
                guard let number = UInt64(value) else { return nil }
                from = number
            case "--file": file = value
            default: return nil
            }
        }
        if let from, let file { worker = (from, file) }
        if targets.isEmpty { targets = FuzzTarget.all }
    }
}
