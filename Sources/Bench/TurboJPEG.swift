import Glibc

/// libjpeg-turbo's own interface for whole pictures, loaded while running: the peer, and what makes its pictures.
///
/// `turbojpeg.h` of version 2.1. Owned by one thread.
final class TurboJPEG {
    private typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
    private typealias End = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    private typealias Planes = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private typealias Decode =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt, Planes?, Int32, UnsafePointer<Int32>?, Int32, Int32
        ) -> Int32
    private typealias Encode =
        @convention(c) (
            UnsafeMutableRawPointer?, Planes?, Int32, UnsafePointer<Int32>?, Int32, Int32,
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<UInt>?, Int32, Int32
        ) -> Int32
    private typealias Release = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void

    private let library: UnsafeMutableRawPointer
    private let decoder: UnsafeMutableRawPointer
    private let encoder: UnsafeMutableRawPointer
    private let end: End
    private let decodePlanes: Decode
    private let encodePlanes: Encode
    private let release: Release

    init() throws {
        guard let library = dlopen("libturbojpeg.so.0", RTLD_NOW) else {
            throw BenchError("libturbojpeg.so.0 cannot be loaded: apt install libturbojpeg0")
        }
        self.library = library
        func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
            guard let symbol = dlsym(library, name) else { throw BenchError("libturbojpeg has no \(name)") }
            return symbol
        }
        end = unsafeBitCast(try symbol("tjDestroy"), to: End.self)
        decodePlanes = unsafeBitCast(try symbol("tjDecompressToYUVPlanes"), to: Decode.self)
        encodePlanes = unsafeBitCast(try symbol("tjCompressFromYUVPlanes"), to: Encode.self)
        release = unsafeBitCast(try symbol("tjFree"), to: Release.self)
        let makeDecoder = unsafeBitCast(try symbol("tjInitDecompress"), to: Make.self)
        let makeEncoder = unsafeBitCast(try symbol("tjInitCompress"), to: Make.self)
        guard let decoder = makeDecoder(), let encoder = makeEncoder() else {
            throw BenchError("libturbojpeg gives no decoder")
        }
        (self.decoder, self.encoder) = (decoder, encoder)
    }

    deinit {
        _ = end(decoder)
        _ = end(encoder)
        dlclose(library)
    }

    /// Encodes planar 4:2:2 of `width` x `height`, without padding, at `quality`.
    func encode422(_ planes: inout [UInt8], width: Int, height: Int, quality: Int) throws -> [UInt8] {
        var coded: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = Self.withPlanes422(&planes, width: width, height: height) { pointers, strides in
            encodePlanes(
                encoder, pointers, Int32(width), strides, Int32(height), Self.is422, &coded, &count, Int32(quality), 0)
        }
        defer { release(coded) }
        guard result == 0, let coded else { throw BenchError("libturbojpeg did not encode a picture") }
        return Array(UnsafeBufferPointer(start: coded, count: Int(count)))
    }

    /// Decodes a 4:2:2 picture into planar 4:2:2, without padding: what the library itself takes.
    func decode422(_ coded: [UInt8], into planes: inout [UInt8], width: Int, height: Int) throws {
        let result = Self.withPlanes422(&planes, width: width, height: height) { pointers, strides in
            decodePlanes(decoder, coded, UInt(coded.count), pointers, Int32(width), strides, Int32(height), 0)
        }
        guard result == 0 else { throw BenchError("libturbojpeg did not decode a picture") }
    }

    /// TJSAMP_422.
    private static let is422: Int32 = 1

    private static func withPlanes422(
        _ planes: inout [UInt8], width: Int, height: Int, _ body: (Planes?, UnsafePointer<Int32>?) -> Int32
    ) -> Int32 {
        planes.withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress, bytes.count >= 2 * width * height else { return -1 }
            var pointers: [UnsafeMutablePointer<UInt8>?] = [
                base, base + width * height, base + width * height + width / 2 * height,
            ]
            let strides = [Int32(width), Int32(width / 2), Int32(width / 2)]
            return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress, strides) }
        }
    }
}
