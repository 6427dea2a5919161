import OnAirMedia

/// The layers of one scene at one size, back to front. Cameras that see the same share them.
final class StudioSet: Sendable {
    private struct Key: Hashable {
        let size: PictureSize
        let matrix: ColorDescription.Matrix
        let isBack: Bool
    }

    private struct Weak { weak var set: StudioSet? }

    private static let known = Lock<[Key: Weak]>([:])

    let layers: [StudioLayer]

    private init(_ key: Key) {
        let parts = key.isBack ? StudioTable.parts : StudioShow.parts
        layers = parts.map { StudioLayer($0, size: key.size, matrix: key.matrix) }
    }

    /// The layers that the camera at `position` sees; made unless somebody has them already, which
    /// takes some 60 ms of CPU time at 640x360, a quarter of a second at 1280x720 and half a second at 1920x1080, and at
    /// 1280x720 some 40 MB.
    static func of(
        _ position: CaptureDevice.Position, size: PictureSize, matrix: ColorDescription.Matrix
    ) -> StudioSet {
        let key = Key(size: size, matrix: matrix, isBack: position == .back)
        if let set = known.withLock({ $0[key]?.set }) { return set }
        let made = StudioSet(key)
        return known.withLock { known in
            if let set = known[key]?.set { return set }
            known = known.filter { $0.value.set != nil }
            known[key] = Weak(set: made)
            return made
        }
    }
}
