import COnAirKernelLevels
import Testing

/// A version of the kernels that the loader might pick on this processor.
struct KernelLevel {
    let name: String
    let kernels: onair_kernels

    /// All that this processor can run, and what the loader has picked.
    static var all: [KernelLevel] {
        let versions = [
            ("picked", onair_kernels_picked()), ("x86-64", onair_kernels_plain()), ("x86-64-v3", onair_kernels_v3()),
            ("x86-64-v4", onair_kernels_v4()),
        ]
        return versions.compactMap { name, kernels in kernels.map { KernelLevel(name: name, kernels: $0.pointee) } }
    }
}
