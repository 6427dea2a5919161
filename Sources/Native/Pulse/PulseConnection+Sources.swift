import CPulse
import OnAirMedia

/// Gathers what a question brings; lives as long as the question. Filled on the loop's thread, read afterwards.
private final class Answers {
    var sources: [PulseSource] = []
    var defaultName: String?

    static func at(_ pointer: UnsafeMutableRawPointer?) -> Answers? {
        pointer.map { Unmanaged<Answers>.fromOpaque($0).takeUnretainedValue() }
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

extension PulseConnection {
    /// All sources, in the server's order.
    func sources(until deadline: HostTime) throws(PulseError) -> [PulseSource] {
        try ask(until: deadline) { context, pointer in
            pa_context_get_source_info_list(context, { _, info, _, pointer in note(info, pointer) }, pointer)
        }
    }

    /// The source of this name.
    func source(named name: String, until deadline: HostTime) throws(PulseError) -> PulseSource {
        let found = try ask(until: deadline) { context, pointer in
            pa_context_get_source_info_by_name(context, name, { _, info, _, pointer in note(info, pointer) }, pointer)
        }
        guard let source = found.first else {
            throw PulseError(
                .noSource, "The sound server has no source \(name).", advice: "Plug it in, or choose another one.")
        }
        return source
    }

    private func ask(
        until deadline: HostTime, _ question: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(PulseError) -> [PulseSource] {
        let answers = Answers()
        return try withContext { context throws(PulseError) in
            let server = pa_context_get_server_info(
                context,
                { _, info, pointer in
                    guard let name = info?.pointee.default_source_name else { return }
                    Answers.at(pointer)?.defaultName = String(cString: name)
                }, answers.pointer)
            // Answers come in the order of the questions: the default is known before the first source.
            let sources = question(context, answers.pointer)
            defer { withExtendedLifetime(answers) {} }
            do throws(PulseError) {
                try answer(to: server, until: deadline)
            } catch {
                if let sources {
                    pa_operation_cancel(sources)
                    pa_operation_unref(sources)
                }
                throw error
            }
            try answer(to: sources, until: deadline)
            return answers.sources
        }
    }
}

/// Takes one source of an answer.
private func note(_ info: UnsafePointer<pa_source_info>?, _ pointer: UnsafeMutableRawPointer?) {
    guard let info = info?.pointee, let namePointer = info.name, let answers = Answers.at(pointer) else { return }
    let name = String(cString: namePointer)
    let port = info.active_port?.pointee.available ?? Int32(PA_PORT_AVAILABLE_UNKNOWN.rawValue)
    let places = withUnsafeBytes(of: info.channel_map.map) { bytes in
        bytes.bindMemory(to: Int32.self).prefix(min(Int(info.channel_map.channels), Int(PA_CHANNELS_MAX))).map { $0 }
    }
    let description = info.description.map { String(cString: $0) }
    let others = ["device.description", "node.nick", "media.name"].map { (key: String) -> String? in
        info.proplist.flatMap { pa_proplist_gets($0, key) }.map { String(cString: $0) }
    }
    let canBeAsked = info.flags.rawValue & PA_SOURCE_DYNAMIC_LATENCY.rawValue != 0
    let latency = canBeAsked ? 0 : Int64(min(info.configured_latency, PulseSource.longestLatency))
    answers.sources.append(
        PulseSource(
            name: name, description: PulseSource.words(name: name, description: description, others: others),
            index: info.index,
            sampleRate: Int(info.sample_spec.rate), channels: max(1, Int(info.sample_spec.channels)),
            channelPositions: places, isMonitor: info.monitor_of_sink != onair_pulse_unset,
            isDefault: name == answers.defaultName,
            isAvailable: port != Int32(PA_PORT_AVAILABLE_NO.rawValue),
            fixedLatency: .nanoseconds(latency * 1000)))
}
