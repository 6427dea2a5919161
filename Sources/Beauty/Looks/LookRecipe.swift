/// What a built-in look is made of.
struct LookRecipe: Hashable, Sendable {
    func apply(to colors: inout [SIMD3<Float>]) {}
}
