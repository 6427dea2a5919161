import OnAirMedia
import OnAirTestKit
import Testing

/// An I420 picture's memory with padded rows. What follows its rows must stay as it is, and what lies further than a vector
/// behind its planes may not even be read.
final class PaddedPlanes {
    private static let mark: UInt8 = 0xA5
    private let size: PictureSize
    private let memory: [GuardedBytes]
    private let strides: [Int]
    private let widths: [Int]

    init(_ planes: FilterBed.Planes, padding: Int) {
        size = planes.size
        widths = [size.width, planes.columns, planes.columns]
        strides = widths.map { $0 + padding }
        memory = [planes.y, planes.u, planes.v].enumerated().map { index, bytes in
            let width = index == 0 ? planes.size.width : planes.columns
            let memory = GuardedBytes(bytes.count / width * (width + padding) + 64)
            for at in memory.bytes.indices { memory.bytes[at] = Self.mark }
            for (at, byte) in bytes.enumerated() { memory.bytes[at / width * (width + padding) + at % width] = byte }
            return memory
        }
    }

    func picture(_ format: PictureFormat) -> MutablePicture {
        func plane(_ index: Int) -> PictureBuffer.Plane {
            guard let base = memory[index].bytes.bindMemory(to: UInt8.self).baseAddress else {
                preconditionFailure("a plane has bytes")
            }
            return (base, strides[index])
        }
        let buffer = PictureBuffer(format: format, planes: (plane(0), plane(1), plane(2)), lentBy: self)
        return MutablePicture(buffer: buffer, captureTime: HostTime(nanoseconds: 0), sequence: 0)
    }

    /// What is in it, after a look at everything that must not have changed.
    var planes: FilterBed.Planes {
        let bytes = memory.indices.map { index in
            var kept: [UInt8] = []
            var isWhole = true
            let (stride, width) = (strides[index], widths[index])
            let end = memory[index].bytes.count - 64
            for (at, byte) in memory[index].bytes.enumerated() {
                if at < end, at % stride < width { kept.append(byte) } else { isWhole = isWhole && byte == Self.mark }
            }
            #expect(isWhole, "something was written between rows or behind plane \(index)")
            return kept
        }
        return FilterBed.Planes(size, y: bytes[0], u: bytes[1], v: bytes[2])
    }
}
