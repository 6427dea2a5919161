/// Numbers the cameras that take turns before one consumer. A pure value.
package struct SourceNumbers: Equatable, Sendable {
    private var current: String?
    private var count = -1

    package init() {}

    /// The number of the camera with the ID `camera`: another one than that of the camera before it, and the same for as
    /// long as no other camera comes between, even where it is opened anew.
    package mutating func number(of camera: String) -> Int {
        if camera != current {
            current = camera
            count += 1
        }
        return count
    }
}
