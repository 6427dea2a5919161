import Glibc
import OnAirMedia

/// libyuv's own scaler, loaded while running: the peer.
///
/// Owned by one thread.
final class LibYUV {
    private typealias Bytes = UnsafePointer<UInt8>
    private typealias MutableBytes = UnsafeMutablePointer<UInt8>
    private typealias Scale =
        @convention(c) (
            Bytes, Int32, Bytes, Int32, Bytes, Int32, Int32, Int32, MutableBytes, Int32, MutableBytes, Int32,
            MutableBytes, Int32, Int32, Int32, Int32
        ) -> Int32

    /// `kFilterBox` of `libyuv/scale.h`.
    private static let filterBox: Int32 = 3
    private let library: UnsafeMutableRawPointer
    private let scaleI420: Scale

    init() throws {
        guard let library = dlopen("libyuv.so.0", RTLD_NOW) else {
            throw BenchError("libyuv.so.0 cannot be loaded: apt install libyuv0")
        }
        guard let symbol = dlsym(library, "I420Scale") else { throw BenchError("libyuv has no I420Scale") }
        self.library = library
        scaleI420 = unsafeBitCast(symbol, to: Scale.self)
    }

    deinit { dlclose(library) }

    /// Scales an I420 picture by its box filter.
    func scale(_ source: Picture, into target: inout MutablePicture) throws {
        let (from, to) = (source.format.size, target.format.size)
        // The target outlives its planes, which are written here alone.
        let (y, u, v) = (
            target.withMutablePlane(0) { $0 }, target.withMutablePlane(1) { $0 }, target.withMutablePlane(2) { $0 }
        )
        let code = source.withPlane(0) { sourceY in
            source.withPlane(1) { sourceU in
                source.withPlane(2) { sourceV in
                    scaleI420(
                        sourceY.base, Int32(sourceY.stride), sourceU.base, Int32(sourceU.stride), sourceV.base,
                        Int32(sourceV.stride), Int32(from.width), Int32(from.height), y.base, Int32(y.stride), u.base,
                        Int32(u.stride), v.base, Int32(v.stride), Int32(to.width), Int32(to.height), Self.filterBox)
                }
            }
        }
        guard code == 0 else { throw BenchError("I420Scale ended with \(code)") }
    }
}
