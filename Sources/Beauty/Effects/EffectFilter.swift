import OnAirMedia
import OnAirPixels

/// Something that moves: each picture is changed by where the program time is in the effect, and by nothing else: the
/// same picture at the same time gives the same bytes. Pictures are I420 of limited range, at least 2x2; others are left alone.
///
/// Unchecked because all but `wanted` belongs to whoever processes pictures, which is one at a time.
public final class EffectFilter: PictureFilter, @unchecked Sendable {
    public let name = EffectSettings.filterName
    public let isRepeatable = true
    private let wanted: Lock<EffectSettings>
    private var ramp: SettingsRamp<EffectSettings>
    private let mover = PictureMover()
    private let glow = PictureGlow()

    /// A filter that does this from its first picture on.
    public init(_ settings: EffectSettings = EffectSettings()) {
        wanted = Lock(settings)
        ramp = SettingsRamp(settings)
    }

    /// Goes to `settings` in 200 ms of program time, from the next picture on; another effect begins at once, and from
    /// nothing. From any thread.
    public func set(_ settings: EffectSettings) { wanted.withLock { $0 = settings } }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        let settings = ramp.settings(toward: wanted.withLock { $0 }, at: time)
        guard settings.strength > 0 else { return }
        let (strength, seconds) = (settings.strength, EffectTime(time))
        switch settings.effect {
        case .shake: mover.move(&picture, ShakeEffect.step(at: seconds, strength, in: picture.format.size))
        case .soul:
            let step = SoulEffect.step(at: seconds, strength)
            mover.ghost(&picture, zoom: step.zoom, amount: step.amount)
        case .flash: PictureGlow.brighten(&picture, amount: FlashEffect.amount(at: seconds, strength))
        case .glitch: mover.shift(&picture, GlitchEffect.shifts(at: seconds, strength, in: picture.format.size))
        case .ripple: mover.wave(&picture, RippleEffect.wave(at: seconds, strength, in: picture.format.size))
        case .dream: glow.glow(&picture, amount: DreamEffect.amount(at: seconds, strength))
        }
    }
}
