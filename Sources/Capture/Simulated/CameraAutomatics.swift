import Glibc
import OnAirMedia

/// What goes on inside a simulated camera between what is asked and what the picture shows: the lens motor and the
/// loops of automatic focus, exposure and white balance. A pure value: time comes in with `advance`.
///
/// Works in steps of 5 ms on the sources' own time, so that the same settings at the same times give the same pictures
/// at every frame rate. Nothing moves while nothing changes.
package struct CameraAutomatics: Sendable {
    /// As the device says them now: in automatic modes, what the loops have reached.
    package private(set) var settings: CameraSettings
    /// How bright the room is; 1 is as the scene was lit.
    package var ambientLight = 1.0
    /// The longest automatic exposure at the present rate, in seconds.
    package var longestExposure = 1.0 / 30

    private let meter: StudioMeter
    private var focus: FocusDrive
    /// log₂ of the exposure over that at 1/60 s and gain 1.
    private var exposure = DampedFollower(0)
    /// In mired, 1e6 K⁻¹: steps of it look alike.
    private var balance: DampedFollower
    /// Steps since the epoch; nil until the first.
    private var step: Int64?

    private static let stepsPerSecond: Int64 = 200
    private static let exposureManner = DampedFollower.Manner(frequency: 10, damping: 0.6, tolerance: 0.05, lag: 20)
    private static let balanceManner = DampedFollower.Manner(frequency: 8, damping: 0.7, tolerance: 5, lag: 30)
    /// The exposure that settings count from, in seconds.
    package static let unitExposure = 1.0 / 60

    /// A camera in front of what `meter` has measured, with everything automatic and settled.
    package init(meter: StudioMeter) {
        self.meter = meter
        settings = CameraSettings()
        settings.focusMode = .continuousAutoFocus
        settings.lensPosition = meter.depth(at: nil)
        settings.exposureMode = .continuousAutoExposure
        settings.whiteBalanceMode = .continuousAutoWhiteBalance
        settings.whiteBalanceTemperature = meter.ambientTemperature
        focus = FocusDrive(settings.lensPosition)
        balance = DampedFollower(1e6 / meter.ambientTemperature)
    }

    /// Takes what `wanted` has otherwise than it is now.
    package mutating func apply(_ wanted: CameraSettings) { apply(wanted.changes(from: settings), of: wanted) }

    /// Takes `controls` as `wanted` has them. Points of interest count before the modes that use them; values that
    /// belong to a loop (the lens in automatic focus, time and gain in automatic exposure) stay with it. A one-shot mode
    /// that is set, or whose point of interest is, starts again.
    package mutating func apply(_ controls: [CameraControl], of wanted: CameraSettings) {
        let before = settings
        let wanted = before.taking(controls, from: wanted)
        settings = wanted
        switch wanted.focusMode {
        case .locked: focus.set(wanted.lensPosition)
        case .autoFocus:
            if controls.contains(.focusMode) || controls.contains(.focusPointOfInterest) {
                focus.begin(towards: focusGoal)
            }
        case .continuousAutoFocus: break
        }
        switch wanted.exposureMode {
        case .custom: exposure.set(log2(wanted.exposureDuration / Self.unitExposure * wanted.gain))
        case .locked:
            (settings.exposureDuration, settings.gain) = (before.exposureDuration, before.gain)
            exposure.set(log2(before.exposureDuration / Self.unitExposure * before.gain))
        case .autoExpose:
            if controls.contains(.exposureMode) || controls.contains(.exposurePointOfInterest) { exposure.wake() }
        case .continuousAutoExposure: break
        }
        switch wanted.whiteBalanceMode {
        case .locked: balance.set(1e6 / wanted.whiteBalanceTemperature)
        case .autoWhiteBalance: if controls.contains(.whiteBalanceMode) { balance.wake() }
        case .continuousAutoWhiteBalance: break
        }
        report()
    }

    /// A source counts from a new time zero.
    package mutating func restart() { step = nil }

    /// Lets the time pass until `time` after the epoch; a time before the last one changes nothing.
    package mutating func advance(to time: MediaTime) {
        let now = FrameRate(Self.stepsPerSecond).frame(atOrBefore: time)
        // A camera that has not been looked at for a minute has settled long ago.
        let from = max(step ?? now, now - 60 * Self.stepsPerSecond)
        step = max(step ?? now, now)
        guard from < now else { return }
        for _ in from..<now { advanceOneStep() }
        report()
    }

    private mutating func advanceOneStep() {
        let seconds = 1 / Double(Self.stepsPerSecond)
        focus.step(to: focusGoal, seconds: seconds, follows: settings.focusMode == .continuousAutoFocus)
        if settings.focusMode == .autoFocus, !focus.isMoving {
            settings.focusMode = .locked
        }
        switch settings.exposureMode {
        case .locked, .custom: break
        case .autoExpose, .continuousAutoExposure:
            exposure.step(to: exposureGoal, seconds: seconds, Self.exposureManner)
            if settings.exposureMode == .autoExpose, !exposure.isMoving { settings.exposureMode = .locked }
            divideExposure()
        }
        switch settings.whiteBalanceMode {
        case .locked: break
        case .autoWhiteBalance, .continuousAutoWhiteBalance:
            balance.step(to: 1e6 / lightTemperature, seconds: seconds, Self.balanceManner)
            if settings.whiteBalanceMode == .autoWhiteBalance, !balance.isMoving {
                settings.whiteBalanceTemperature = balancedTemperature
                settings.whiteBalanceMode = .locked
            }
        }
    }

    /// Time first, then gain: longer is less noisy than louder.
    private mutating func divideExposure() {
        let total = exp2(exposure.value)
        let longest = min(longestExposure, SimulatedCameraUnit.exposureDurations.upperBound)
        let duration = min(total * Self.unitExposure, longest)
        settings.exposureDuration = max(duration, SimulatedCameraUnit.exposureDurations.lowerBound)
        settings.gain = max(1, min(SimulatedCameraUnit.gains.upperBound, total * Self.unitExposure / longest))
    }

    private mutating func report() {
        settings.lensPosition = focus.position
        if settings.whiteBalanceMode != .locked { settings.whiteBalanceTemperature = balancedTemperature }
    }

    /// In kelvin; exactly the light's once settled, which the way through mired and back is not.
    private var balancedTemperature: Double {
        balance.value == 1e6 / lightTemperature ? lightTemperature : 1e6 / balance.value
    }

    // MARK: - What the loops want

    private var focusGoal: Double { meter.depth(at: settings.focusPointOfInterest) }

    private var exposureGoal: Double {
        let seen = meter.luminance(
            at: settings.exposurePointOfInterest, ambient: ambientLight, torch: torchLight)
        let longest = min(longestExposure, SimulatedCameraUnit.exposureDurations.upperBound)
        let range = (
            log2(SimulatedCameraUnit.exposureDurations.lowerBound / Self.unitExposure),
            log2(longest / Self.unitExposure * SimulatedCameraUnit.gains.upperBound)
        )
        return max(range.0, min(range.1, log2(meter.target / max(seen, 1e-6)) + settings.exposureTargetBias))
    }

    /// Light of the torch, 0…1.
    package var torchLight: Double {
        switch settings.torchMode {
        case .off: 0
        case .on: settings.torchLevel
        // Lights in less than a quarter of the room's light.
        case .auto: ambientLight < 0.25 ? settings.torchLevel : 0
        }
    }

    /// The colour temperature of all light together, in kelvin.
    package var lightTemperature: Double { meter.temperature(ambient: ambientLight, torch: torchLight) }

    // MARK: - What the picture shows

    /// How the next picture is taken, at `time` after the epoch.
    package func optics(at time: MediaTime, shake amplitude: Double) -> StudioOptics {
        var optics = StudioOptics()
        optics.lensPosition = settings.lensPosition
        // No exposure is longer than its frame.
        optics.exposure = min(settings.exposureDuration, longestExposure) / Self.unitExposure * settings.gain
        optics.gain = settings.gain
        optics.ambient = ambientLight
        optics.torch = torchLight
        optics.cast = StudioLight.cast(of: lightTemperature, balancedFor: settings.whiteBalanceTemperature)
        optics.zoom = settings.videoZoomFactor
        if amplitude > 0 {
            let steadied = settings.videoStabilizationMode == .off ? amplitude : amplitude * 0.2
            optics.shift = StudioOptics.shake(at: time.seconds, amplitude: steadied)
        }
        return optics
    }
}
