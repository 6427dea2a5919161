import OnAir
import OnAirTerminal

/// What `onair live` and `onair-window` will do: the options in the library's own terms.
package struct LivePlan {
    package let configuration: BroadcastConfiguration
    package let addresses: [StreamAddress]
    private let settings: DestinationSettings
    package let recordings: [String]
    /// The scenes that keys choose from; empty without a file of them.
    package let scenes: [NamedScene]
    /// How scenes and cameras give way to each other.
    package let transition: PictureTransition
    /// Where a picture of the program is written once it is live; nil for nowhere.
    package let snapshot: String?
    /// What the simulated devices are to suffer.
    package let faults: SimulatedFaultScript

    /// - Throws: `UsageError` for an address that cannot be understood or a key file that cannot be read.
    package init(_ options: LiveOptions) throws(UsageError) {
        var configuration = BroadcastConfiguration(profile: options.profile.flatMap(Profile.init(name:)) ?? .p540n3)
        configuration.camera = try Self.device(options.camera)
        configuration.microphone = try Self.device(options.microphone)
        configuration.cameraPreset = options.cameraPreset
        for source in options.warmCameras { configuration.warmCameras.append(try Self.device(source)) }
        if let size = options.size {
            configuration.video.streamSize = size
            configuration.video.captureSize = size
        }
        if let rate = options.frameRate { configuration.video.frameRate = rate }
        if let bitrate = options.bitrate { configuration.video.bitrate = bitrate * 1000 }
        if let bitrate = options.audioBitrate { configuration.audio.bitrate = bitrate * 1000 }
        if let preset = options.preset { configuration.video.preset = preset }
        if let threads = options.threads { configuration.video.threads = threads }
        if let orientation = options.orientation {
            configuration.video.orientation = Self.orientation(orientation)
        } else if let size = options.size, size.height > size.width {
            // An upright stream of a camera that stands as it stands.
            configuration.video.orientation = .portrait
            configuration.video.turnsCamera = false
            // Whose picture is as high as the stream, as far as cameras are.
            let height = min(size.height, 1080)
            configuration.video.captureSize = PictureSize(width: (height * 16 / 9 + 1) & ~1, height: height)
        }
        if let adaptation = options.adaptation { configuration.video.adaptation = Self.adaptation(adaptation) }
        if let bitrate = options.minimumBitrate { configuration.video.minimumBitrate = bitrate * 1000 }
        switch options.reconnectAttempts {
        case .limited(let count)?: configuration.reconnectAttempts = .limited(count)
        case .unlimited?, nil: configuration.reconnectAttempts = .unlimited
        }
        configuration.reconnectDelay = options.reconnectDelay
        configuration.video.isStreamMirrored = options.mirror
        configuration.audio.isMuted = options.mute
        let picture = try ScenePlan(options)
        (scenes, transition, snapshot) = (picture.scenes, picture.transition, options.snapshot)
        configuration.scene = picture.first
        configuration.video.cameraTransition = picture.cameraTransition
        configuration.video.slate = options.slate
        configuration.video.filters = try Self.filters(options.filters, usual: configuration.video.filters)
        if let zoom = options.zoom { configuration.video.zoom = zoom }
        self.configuration = configuration
        recordings = options.recordings
        do throws(CaptureError) {
            var entries: [SimulatedFaultScript.Entry] = []
            for text in options.simulatedFaults { entries += try SimulatedFaultScript(parsing: text).entries }
            faults = SimulatedFaultScript(entries)
        } catch {
            throw UsageError(.badValue, "--simulate-fault: \(error.message)", advice: error.advice)
        }
        var addresses: [StreamAddress] = []
        for destination in options.destinations {
            do throws(BroadcastError) {
                if let keyFile = destination.keyFile {
                    let key: String
                    do throws(UsageError) { key = try KeyFile.read(keyFile) } catch { throw BroadcastError(error) }
                    addresses.append(try StreamAddress(server: destination.address, key: key))
                } else {
                    addresses.append(try StreamAddress(destination.address))
                }
            } catch {
                throw UsageError(.badValue, error.message, advice: error.advice)
            }
        }
        self.addresses = addresses
        var settings = DestinationSettings()
        settings.keepsTrying = options.keepsTrying
        self.settings = settings
    }

    /// The addresses with what was said about reaching them.
    package var destinations: [StreamDestination] { addresses.map { StreamDestination($0, settings: settings) } }

    private static func device(_ source: LiveOptions.Source) throws(UsageError) -> DeviceChoice {
        guard let choice = DeviceChoice(source.text) else {
            throw UsageError(
                .badValue, "\"\(source.text)\" is no device.", advice: "`onair devices` lists what there is.")
        }
        return choice
    }

    private static func adaptation(_ adaptation: LiveOptions.Adaptation) -> RateAdaptation {
        switch adaptation {
        case .normal: .normal
        case .conservative: .conservative
        case .off: .off
        }
    }

    private static func orientation(_ orientation: LiveOptions.Orientation) -> VideoOrientation {
        switch orientation {
        case .portrait: .portrait
        case .upsideDown: .upsideDown
        case .landscapeLeft: .landscapeLeft
        case .landscapeRight: .landscapeRight
        }
    }
}
