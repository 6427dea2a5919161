import Glibc
import OnAirMedia
import OnAirSystem

/// What a `.cube` file holds (Adobe Cube LUT Specification 1.0): three curves, or a lattice of colours.
public struct CubeFile: Hashable, Sendable {
    /// What `values` are.
    public enum Shape: String, Hashable, Sendable {
        /// `LUT_1D_SIZE`: what comes out for each value of red, green and blue, each for itself.
        case curves
        /// `LUT_3D_SIZE`: what comes out for each colour; red changes fastest.
        case lattice

        /// How many values a curve, or an axis of the lattice, may have.
        public var sizes: ClosedRange<Int> { self == .curves ? 2...65536 : 2...65 }
    }

    /// The longest file that is read, in bytes: 65 × 65 × 65 lines with a hundred characters each.
    public static let greatestLength = 32 << 20

    /// `TITLE`; empty where there is none.
    public let title: String
    public let shape: Shape
    /// Values a curve, 2…65536, or an axis of the lattice, 2…65.
    public let size: Int
    /// The colour at the first value of each axis. Default 0.
    public let lowest: SIMD3<Float>
    /// The colour at the last value of each axis; greater than `lowest`. Default 1.
    public let highest: SIMD3<Float>
    /// `size` of them, or `size * size * size`.
    public let values: [SIMD3<Float>]

    /// Reads the text of a file. Touches nothing else.
    ///
    /// - Parameter name: what an error calls it.
    /// - Throws: `FilterError` `.broken`: the line, and what was expected there.
    public init(parsing bytes: [UInt8], name: String = "The text") throws(FilterError) {
        var parser = CubeParser(bytes, name: name)
        self = try parser.parse()
    }

    /// Reads the text of a file. Touches nothing else.
    ///
    /// - Parameter name: what an error calls it.
    /// - Throws: `FilterError` `.broken`: the line, and what was expected there.
    public init(parsing text: String, name: String = "The text") throws(FilterError) {
        try self.init(parsing: Array(text.utf8), name: name)
    }

    /// Reads a file, of at most 32 MB.
    ///
    /// - Throws: `FilterError` `.unreadable` with the reason, or `.broken` with the line.
    public init(path: String) throws(FilterError) {
        // What is no file, such as a pipe, would have no end or nothing in it.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FilterError(
                .unreadable, "The look \(path) is no file.", advice: "Give the path of a .cube file.")
        }
        let text: String?
        do throws(SystemError) {
            text = try SmallFile.read(path, limit: Self.greatestLength)
        } catch {
            if error.number == EFBIG {
                throw FilterError(
                    .unreadable, "The look \(path) is larger than 32 MB, the most that is read.",
                    advice: "65 points an axis are the most a look can have, which fit into 32 MB.")
            }
            throw FilterError(
                .unreadable, "The look cannot be had: \(error.message)", advice: error.advice)
        }
        guard let text else {
            throw FilterError(.unreadable, "The look \(path) does not exist.", advice: "Check the path.")
        }
        try self.init(parsing: text, name: path)
    }

    init(
        title: String = "", shape: Shape, size: Int, lowest: SIMD3<Float> = SIMD3(repeating: 0),
        highest: SIMD3<Float> = SIMD3(repeating: 1), values: [SIMD3<Float>]
    ) {
        (self.title, self.shape, self.size, self.values) = (title, shape, size, values)
        (self.lowest, self.highest) = (lowest, highest)
    }

    /// What becomes of colours of 0…1; none leaves that range. What lies outside the domain is what its edge is.
    func apply(to colors: inout [SIMD3<Float>]) {
        let scale = SIMD3(repeating: Float(size - 1)) / (highest - lowest)
        let end = SIMD3(repeating: Float(size - 1))
        for index in colors.indices {
            let place = ((colors[index] - lowest) * scale).clamped(lowerBound: SIMD3(repeating: 0), upperBound: end)
            // The cell it lies in; the end belongs to the last one.
            let cell = SIMD3<Int32>(place, rounding: .down).clamped(
                lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: Int32(size - 2)))
            let part = place - SIMD3<Float>(cell)
            colors[index] = value(cell, part)
                .clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
        }
    }

    /// Between the corners of a cell, linear along each axis.
    private func value(_ cell: SIMD3<Int32>, _ part: SIMD3<Float>) -> SIMD3<Float> {
        let (red, green, blue) = (Int(cell.x), Int(cell.y), Int(cell.z))
        switch shape {
        case .curves:
            let low = SIMD3(values[red].x, values[green].y, values[blue].z)
            let high = SIMD3(values[red + 1].x, values[green + 1].y, values[blue + 1].z)
            return low + (high - low) * part
        case .lattice:
            let plane = size * size
            let at = red + green * size + blue * plane
            func edge(_ at: Int) -> SIMD3<Float> { values[at] + (values[at + 1] - values[at]) * part.x }
            func face(_ at: Int) -> SIMD3<Float> {
                let low = edge(at)
                return low + (edge(at + size) - low) * part.y
            }
            let low = face(at)
            return low + (face(at + plane) - low) * part.z
        }
    }
}
