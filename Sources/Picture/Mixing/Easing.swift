/// How things that move get going and come to rest.
enum Easing {
    /// 0…1 to 0…1 without a jolt at either end: 3p² − 2p³.
    static func smooth(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }
}
