import CALSA
import Glibc
import OnAirMedia

/// A PCM of libasound that records, open. Closed when it is let go. Used by one thread at a time.
package final class ALSAPCM: ALSAStream {
    package let name: String
    package let format: ALSAStreamFormat
    package let descriptor: Int32?

    private let handle: Handle
    /// Times by the host's monotonic clock; false where a driver has another.
    private let hasTimes: Bool
    private let report: OpaquePointer

    /// Closes what has been opened, also where making the PCM fails half-way.
    private final class Handle {
        let pcm: OpaquePointer
        init(_ pcm: OpaquePointer) { self.pcm = pcm }
        deinit { snd_pcm_close(pcm) }
    }

    /// Opens the PCM at `address` and makes it ready to start.
    ///
    /// - Parameters:
    ///   - sampleRate: the nearest that the hardware has is used.
    ///   - channels: the nearest number that the hardware has is used.
    /// - Throws: `ALSAError`: `ENOENT` or `ENODEV` where there is no such PCM, `EBUSY` where another program has it,
    ///   `EACCES` where this user may not open it, and what else the driver says.
    package init(_ address: ALSAAddress, sampleRate: Int = 48_000, channels: Int = 2) throws(ALSAError) {
        let name = address.name
        let (handle, granted) = try Self.open(address) { pcm throws(ALSAError) in
            let parameters = try ALSAParameters.all(of: pcm, name: name)
            return try parameters.install(parameters.choose(sampleRate: sampleRate, channels: channels))
        }
        hasTimes = try Self.setUp(handle.pcm, granted, name)
        var report: OpaquePointer?
        guard snd_pcm_status_malloc(&report) >= 0, let report else {
            throw ALSAError("snd_pcm_status_malloc", ENOMEM, of: name)
        }
        self.report = report
        descriptor = Self.descriptor(of: handle.pcm)
        (self.name, format) = (name, granted)
        self.handle = handle
    }

    deinit { snd_pcm_status_free(report) }

    /// What the PCM at `address` would grant. Opens it for a moment.
    ///
    /// - Throws: as opening it does.
    package static func formatGranted(
        by address: ALSAAddress, sampleRate: Int = 48_000, channels: Int = 2
    ) throws(ALSAError) -> ALSAStreamFormat {
        try open(address) { pcm throws(ALSAError) in
            try ALSAParameters.all(of: pcm, name: address.name).choose(sampleRate: sampleRate, channels: channels)
        }.1
    }

    /// Opens the hardware itself and, where `body` finds nothing to read there, libasound's conversion of it.
    private static func open(
        _ address: ALSAAddress, _ body: (OpaquePointer) throws(ALSAError) -> ALSAStreamFormat
    ) throws(ALSAError) -> (Handle, ALSAStreamFormat) {
        do throws(ALSAError) {
            let handle = try open(address, converts: false)
            return (handle, try body(handle.pcm))
        } catch {
            guard error.number == EINVAL, case .card = address else { throw error }
        }
        let converting = try open(address, converts: true)
        return (converting, try body(converting.pcm))
    }

    private static func open(_ address: ALSAAddress, converts: Bool) throws(ALSAError) -> Handle {
        ALSALibrary.silence()
        var pcm: OpaquePointer?
        let mode = Int32(SND_PCM_NONBLOCK)
        let result: Int32
        if let words = words(for: address, converts: converts) {
            let configuration = try ALSAConfiguration.pcm(words, for: address.name)
            result = snd_pcm_open_lconf(
                &pcm, ALSAConfiguration.name, SND_PCM_STREAM_CAPTURE, mode, configuration.root)
        } else {
            result = snd_pcm_open(&pcm, address.name, SND_PCM_STREAM_CAPTURE, mode)
        }
        guard result >= 0, let pcm else { throw ALSAError("snd_pcm_open", result, of: address.name) }
        return Handle(pcm)
    }

    /// What to open, in libasound's words; nil where its configuration says it.
    private static func words(for address: ALSAAddress, converts: Bool) -> String? {
        switch address {
        case .card(let number, _, let device):
            let hardware = "type hw card \(number) device \(device)"
            return converts ? "type plug slave.pcm { \(hardware) }" : hardware
        case .described(let words): return words
        case .named: return nil
        }
    }

    /// Says when to wake, that the card is never to stop for a late reader, and that it is to tell times.
    ///
    /// - Returns: whether it tells them.
    private static func setUp(
        _ pcm: OpaquePointer, _ format: ALSAStreamFormat, _ name: String
    ) throws(ALSAError) -> Bool {
        var parameters: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&parameters) >= 0, let parameters else {
            throw ALSAError("snd_pcm_sw_params_malloc", ENOMEM, of: name)
        }
        defer { snd_pcm_sw_params_free(parameters) }
        snd_pcm_sw_params_current(pcm, parameters)
        snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(format.period))
        // Started by hand.
        snd_pcm_sw_params_set_start_threshold(pcm, parameters, snd_pcm_uframes_t(Int32.max))
        if isHardware(pcm) {
            // A card that goes on says how much was lost, to the sample. Plugins cannot count further than their buffer.
            var boundary = snd_pcm_uframes_t(0)
            snd_pcm_sw_params_get_boundary(parameters, &boundary)
            if boundary > 0 { snd_pcm_sw_params_set_stop_threshold(pcm, parameters, boundary) }
        }
        snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
        let isMonotonic = snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC) >= 0
        let result = snd_pcm_sw_params(pcm, parameters)
        if result < 0 { throw ALSAError("snd_pcm_sw_params", result, of: name) }
        return isMonotonic && isHardware(pcm)
    }

    private static func isHardware(_ pcm: OpaquePointer) -> Bool { snd_pcm_type(pcm) == SND_PCM_TYPE_HW }

    /// The one descriptor of a card. A plugin may have several, or one that says nothing.
    private static func descriptor(of pcm: OpaquePointer) -> Int32? {
        var entry = pollfd()
        guard isHardware(pcm), snd_pcm_poll_descriptors_count(pcm) == 1, snd_pcm_poll_descriptors(pcm, &entry, 1) == 1
        else { return nil }
        return entry.fd
    }

    package func status() throws(ALSAError) -> ALSAStreamStatus {
        try check("snd_pcm_status", snd_pcm_status(handle.pcm, report))
        let available = Int(clamping: snd_pcm_status_get_avail(report))
        let (time, began) = hasTimes ? times : (nil, nil)
        let state: ALSAStreamStatus.State =
            switch snd_pcm_status_get_state(report) {
            case SND_PCM_STATE_RUNNING: .running
            case SND_PCM_STATE_XRUN: .overrun
            case SND_PCM_STATE_SUSPENDED: .suspended
            case SND_PCM_STATE_DISCONNECTED: .gone
            default: .stopped
            }
        return ALSAStreamStatus(state, available: available, time: time, began: began)
    }

    private var times: (HostTime?, HostTime?) {
        var (time, began) = (snd_htimestamp_t(), snd_htimestamp_t())
        snd_pcm_status_get_htstamp(report, &time)
        snd_pcm_status_get_trigger_htstamp(report, &began)
        return (Self.hostTime(time), Self.hostTime(began))
    }

    /// Nil for a time that was never set.
    private static func hostTime(_ time: snd_htimestamp_t) -> HostTime? {
        let nanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        return nanoseconds > 0 ? HostTime(nanoseconds: nanoseconds) : nil
    }

    package func start() throws(ALSAError) {
        // A card that runs is stopped by this, and what waits in it is lost.
        if snd_pcm_state(handle.pcm) != SND_PCM_STATE_PREPARED {
            snd_pcm_drop(handle.pcm)
            try check("snd_pcm_prepare", snd_pcm_prepare(handle.pcm))
        }
        try check("snd_pcm_start", snd_pcm_start(handle.pcm))
    }

    package func resume() throws(ALSAError) -> Bool {
        let result = snd_pcm_resume(handle.pcm)
        if result == -EAGAIN { return false }
        try check("snd_pcm_resume", result)
        return true
    }

    package func read(into bytes: UnsafeMutableRawBufferPointer) throws(ALSAError) -> Int {
        let frame = format.channels * format.sampleFormat.byteCount
        guard let place = bytes.baseAddress, bytes.count >= frame else { return 0 }
        let count = snd_pcm_readi(handle.pcm, place, snd_pcm_uframes_t(bytes.count / frame))
        if count == -Int(EAGAIN) { return 0 }
        try check("snd_pcm_readi", Int32(truncatingIfNeeded: min(count, 0)))
        return count
    }

    package func skip(_ count: Int) throws(ALSAError) -> Int {
        guard count > 0 else { return 0 }
        let skipped = snd_pcm_forward(handle.pcm, snd_pcm_uframes_t(count))
        try check("snd_pcm_forward", Int32(truncatingIfNeeded: min(skipped, 0)))
        return skipped
    }

    private func check(_ operation: String, _ result: Int32) throws(ALSAError) {
        if result < 0 { throw ALSAError(operation, result, of: name) }
    }
}
