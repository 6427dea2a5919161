/// What was seen and measured on a machine, without judgement. A value: made by `gather`, or made up.
public struct MachineFacts: Sendable, Equatable {
    public var processors = ProcessorFacts()
    public var memory = MemoryFacts()
    public var encoders = EncoderFacts()
    public var cameras = CameraFacts()
    public var sound = SoundFacts()
    public var limits = LimitFacts()
    public var clock = ClockFacts()
    public var disk = DiskFacts()
    public var network = NetworkFacts()

    /// Nothing known.
    public init() {}

    /// Looks at this machine. Blocks for about a second, most of it for the measurement of the encoder.
    ///
    /// - Parameter catalog: whose devices are asked for.
    public static func gather(_ catalog: CaptureDeviceCatalog = .shared) -> MachineFacts {
        gather(files: SystemFiles(), environment: ProcessEnvironment.value, catalog: catalog)
    }

    /// Looks at the files below a root that may be another than this machine's.
    package static func gather(
        files: SystemFiles, environment: (String) -> String?, catalog: CaptureDeviceCatalog
    ) -> MachineFacts {
        var facts = MachineFacts()
        facts.processors = ProcessorFacts(reading: files)
        facts.memory = MemoryFacts(reading: files)
        facts.cameras = CameraFacts(reading: files, catalog)
        facts.sound = SoundFacts(reading: files, environment: environment, catalog)
        facts.limits = LimitFacts(reading: files)
        facts.clock = ClockFacts(reading: files)
        facts.disk = DiskFacts.ofCurrentFolder()
        facts.network = NetworkFacts(reading: files)
        facts.encoders = EncoderFacts.measured(processors: facts.processors.count)
        return facts
    }
}
