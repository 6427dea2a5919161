import OnAirMedia
import OnAirPixels

/// Draws the moments of transitions. Belongs to one thread.
final class TransitionPainter {
    private let blur = PictureBlur()

    /// Draws one moment into `target`; false, with nothing drawn, where no picture is free.
    ///
    /// - Parameters:
    ///   - old: of the target's size and colour; nil where `frame` does not show it; likewise `new`.
    ///   - scratch: where what is between comes from.
    func draw(
        _ frame: TransitionFrame, _ old: Picture?, _ new: Picture?, into target: inout MutablePicture,
        scratch: PicturePool
    ) -> Bool {
        guard let first = old ?? new, let second = new ?? old else { return false }
        switch frame {
        case .old, .new: PictureOperations.copy(first, into: &target)
        case .fade(let amount): PictureOperations.fade(first, second, amount: amount, into: &target)
        case .push(let x, let y): PictureOperations.push(first, second, x: x, y: y, into: &target)
        case .brightOld(let amount), .brightNew(let amount):
            PictureOperations.brighten(first, amount: amount, into: &target)
        case .blur(let amount, let radius):
            guard var mixed = scratch.take(captureTime: target.captureTime, sequence: target.sequence) else {
                return false
            }
            PictureOperations.fade(first, second, amount: amount, into: &mixed)
            blur.blur(mixed.freeze(), radius: Double(radius), into: &target)
        }
        return true
    }
}
