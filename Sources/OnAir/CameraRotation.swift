import OnAirCapture

/// Which camera comes after the present one when the user asks for the other: a pure decision.
enum CameraRotation {
    /// The next of `cameras` after the one with the ID `current`: one that looks the other way where there is one,
    /// else simply the next. From a real camera it never goes to a simulated one.
    ///
    /// - Parameter isStandIn: nobody chose `current`: a real camera is better.
    /// - Returns: nil where there is no other.
    static func next(after current: CaptureDevice, among cameras: [CaptureDevice], isStandIn: Bool = false)
        -> CaptureDevice?
    {
        let index = cameras.firstIndex { $0.uniqueID == current.uniqueID }
        // From the one behind the present one, round to the one before it.
        let start = index.map { $0 + 1 } ?? 0
        let others = (cameras[start...] + cameras[..<(index ?? 0)]).filter { camera in
            isSimulated(current) || !isSimulated(camera)
        }
        if isStandIn, isSimulated(current), let real = others.first(where: { !isSimulated($0) }) { return real }
        // A simulated camera's other side is its twin, not whatever is plugged in.
        let ranked = isSimulated(current) ? others.filter(isSimulated) + others.filter { !isSimulated($0) } : others
        let opposite: CaptureDevice.Position? =
            switch current.position {
            case .front: .back
            case .back: .front
            case .unspecified: nil
            }
        return ranked.first { $0.position == opposite } ?? ranked.first
    }

    private static func isSimulated(_ camera: CaptureDevice) -> Bool { camera.uniqueID.hasPrefix("simulated:") }
}
