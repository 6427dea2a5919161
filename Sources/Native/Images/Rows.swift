import CFFmpeg

/// Rows of a frame's samples, read one at a time into memory that is used again.
struct Rows {
    private let width: Int
    private let height: Int
    private var description: AVPixFmtDescriptor
    private let frame: UnsafeMutablePointer<AVFrame>
    private var samples: [UInt16]
    private var above: [UInt16]
    private var below: [UInt16]
    /// Chroma of the row asked for, interpolated down the picture, at chroma's own width.
    private var blue: [Float]
    private var red: [Float]

    init(width: Int, height: Int, description: AVPixFmtDescriptor, frame: UnsafeMutablePointer<AVFrame>) {
        (self.width, self.height, self.description, self.frame) = (width, height, description, frame)
        samples = Array(repeating: 0, count: width)
        let chroma = (width + (1 << Int(description.log2_chroma_w)) - 1) >> Int(description.log2_chroma_w)
        above = Array(repeating: 0, count: chroma)
        below = above
        blue = Array(repeating: 0, count: chroma)
        red = blue
    }

    /// Calls `body` with each sample of a component in row `row`.
    mutating func read(_ component: Int32, _ row: Int, _ body: (_ column: Int, _ sample: UInt16) -> Void) {
        Self.fill(&samples, component, row, &description, frame)
        for column in 0..<width { body(column, samples[column]) }
    }

    /// The same, brought to 8 bits, for components that go from 0 to their largest number.
    mutating func readEighths(_ component: Int32, _ row: Int, _ body: (_ column: Int, _ value: UInt8) -> Void) {
        let depth = withUnsafePointer(to: &description.comp) {
            $0.withMemoryRebound(to: AVComponentDescriptor.self, capacity: 4) { $0[Int(component)].depth }
        }
        let top = (1 << Int(depth)) - 1
        read(component, row) { column, sample in body(column, UInt8((Int(sample) * 255 + top / 2) / max(top, 1))) }
    }

    /// Calls `body` with luma, blue and red chroma of each pixel in row `row`.
    mutating func readYUV(
        _ row: Int, _ body: (_ column: Int, _ luma: UInt16, _ blue: Float, _ red: Float) -> Void
    ) {
        readChroma(row)
        Self.fill(&samples, 0, row, &description, frame)
        for column in 0..<width {
            let (blue, red) = chroma(at: column)
            body(column, samples[column], blue, red)
        }
    }

    private mutating func readChroma(_ row: Int) {
        let shift = Int(description.log2_chroma_h)
        let rows = (height + (1 << shift) - 1) >> shift
        let (first, second, part) = Self.neighbours(of: row, shift: shift, count: rows)
        for component in Int32(1)...2 {
            Self.fill(&above, component, first, &description, frame)
            if second != first { Self.fill(&below, component, second, &description, frame) }
            for index in above.indices {
                let top = Float(above[index])
                let value = second == first ? top : top + (Float(below[index]) - top) * part
                if component == 1 { blue[index] = value } else { red[index] = value }
            }
        }
    }

    private func chroma(at column: Int) -> (blue: Float, red: Float) {
        let (first, second, part) = Self.neighbours(
            of: column, shift: Int(description.log2_chroma_w), count: blue.count)
        guard second != first else { return (blue[first], red[first]) }
        return (
            blue[first] + (blue[second] - blue[first]) * part, red[first] + (red[second] - red[first]) * part
        )
    }

    /// The two chroma samples around the middle of pixel `position`, and how much of the second one counts.
    private static func neighbours(of position: Int, shift: Int, count: Int) -> (Int, Int, Float) {
        guard shift > 0 else { return (min(position, count - 1), min(position, count - 1), 0) }
        let place = 2 * position + 1 - (1 << shift)
        let first = place >> (shift + 1)
        let part = Float(place - first << (shift + 1)) / Float(1 << (shift + 1))
        return (min(max(first, 0), count - 1), min(max(first + 1, 0), count - 1), part)
    }

    private static func fill(
        _ row: inout [UInt16], _ component: Int32, _ index: Int, _ description: inout AVPixFmtDescriptor,
        _ frame: UnsafeMutablePointer<AVFrame>
    ) {
        let count = Int32(row.count)
        row.withUnsafeMutableBytes { target in
            withUnsafeMutablePointer(to: &frame.pointee.data) { planes in
                planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { planes in
                    withUnsafePointer(to: &frame.pointee.linesize) { strides in
                        strides.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
                            av_read_image_line2(
                                target.baseAddress, planes, strides, &description, 0, Int32(index), component, count, 0,
                                2)
                        }
                    }
                }
            }
        }
    }
}
