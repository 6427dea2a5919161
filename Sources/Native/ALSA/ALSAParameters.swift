import CALSA
import Glibc

/// What a PCM can do, narrowed down step by step to one way of recording.
struct ALSAParameters: ~Copyable {
    /// Sound that the card is asked to keep for a reader who is late, in microseconds; a card may keep less.
    private static let wantedBuffer: UInt32 = 500_000
    /// Less than this is too little to be late by.
    private static let leastBuffer: UInt32 = 200_000
    /// How often the card is asked to tell of sound, in microseconds.
    private static let wantedPeriod: UInt32 = 10_000

    private let pcm: OpaquePointer
    private let space: OpaquePointer
    private let name: String

    private init(_ pcm: OpaquePointer, _ space: OpaquePointer, _ name: String) {
        (self.pcm, self.space, self.name) = (pcm, space, name)
    }

    /// Everything that `pcm` can do.
    static func all(of pcm: OpaquePointer, name: String) throws(ALSAError) -> ALSAParameters {
        var space: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&space) >= 0, let space else {
            throw ALSAError("snd_pcm_hw_params_malloc", ENOMEM, of: name)
        }
        let parameters = ALSAParameters(pcm, space, name)
        let result = snd_pcm_hw_params_any(pcm, space)
        if result < 0 { throw ALSAError("snd_pcm_hw_params_any", result, of: name) }
        return parameters
    }

    deinit { snd_pcm_hw_params_free(space) }

    /// Chooses: the rate nearest to the one wanted that the hardware has, then the number of channels nearest to the one
    /// wanted, then the best sample format there is. The rest is what the card likes.
    ///
    /// - Throws: `ALSAError` of `EINVAL` where there is no way that the samples could be read in.
    func choose(sampleRate: Int, channels: Int) throws(ALSAError) -> ALSAStreamFormat {
        try check(
            "snd_pcm_hw_params_set_access", snd_pcm_hw_params_set_access(pcm, space, SND_PCM_ACCESS_RW_INTERLEAVED))
        // A rate that is made of another one is made better elsewhere.
        snd_pcm_hw_params_set_rate_resample(pcm, space, 0)
        var (rate, direction) = (UInt32(clamping: sampleRate), Int32(0))
        try check(
            "snd_pcm_hw_params_set_rate_near", snd_pcm_hw_params_set_rate_near(pcm, space, &rate, &direction))
        var count = UInt32(clamping: max(1, channels))
        try check("snd_pcm_hw_params_set_channels_near", snd_pcm_hw_params_set_channels_near(pcm, space, &count))
        guard
            let sampleFormat = ALSASampleFormat.allCases.first(where: {
                snd_pcm_hw_params_test_format(pcm, space, $0.number) == 0
            })
        else { throw ALSAError("snd_pcm_hw_params_set_format", EINVAL, of: name) }
        try check(
            "snd_pcm_hw_params_set_format", snd_pcm_hw_params_set_format(pcm, space, sampleFormat.number))
        chooseSizes()
        // A card that leaves a rate between two whole numbers tells the nearest.
        snd_pcm_hw_params_get_rate(space, &rate, &direction)
        var (period, buffer) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        snd_pcm_hw_params_get_period_size(space, &period, &direction)
        snd_pcm_hw_params_get_buffer_size(space, &buffer)
        return ALSAStreamFormat(
            sampleRate: Int(rate), channels: Int(count), sampleFormat: sampleFormat, period: Int(period),
            buffer: Int(buffer))
    }

    /// Asks for short periods first, and for a long buffer first where a card has few periods in it.
    private func chooseSizes() {
        var whole: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&whole) >= 0, let whole else { return }
        defer { snd_pcm_hw_params_free(whole) }
        snd_pcm_hw_params_copy(whole, space)
        var (period, buffer, direction) = (Self.wantedPeriod, Self.wantedBuffer, Int32(0))
        snd_pcm_hw_params_set_period_time_near(pcm, space, &period, &direction)
        snd_pcm_hw_params_set_buffer_time_near(pcm, space, &buffer, &direction)
        guard buffer < Self.leastBuffer else { return }
        snd_pcm_hw_params_copy(space, whole)
        (period, buffer) = (Self.wantedPeriod, Self.wantedBuffer)
        snd_pcm_hw_params_set_buffer_time_near(pcm, space, &buffer, &direction)
        snd_pcm_hw_params_set_period_time_near(pcm, space, &period, &direction)
    }

    /// Makes the PCM work so.
    ///
    /// - Returns: what it has granted, which some plugins only tell now.
    func install(_ chosen: ALSAStreamFormat) throws(ALSAError) -> ALSAStreamFormat {
        try check("snd_pcm_hw_params", snd_pcm_hw_params(pcm, space))
        var (granted, direction) = (chosen, Int32(0))
        var (period, buffer) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        if snd_pcm_hw_params_get_period_size(space, &period, &direction) >= 0 { granted.period = Int(period) }
        if snd_pcm_hw_params_get_buffer_size(space, &buffer) >= 0 { granted.buffer = Int(buffer) }
        guard granted.period > 0, granted.buffer >= granted.period, granted.sampleRate > 0, granted.channels > 0 else {
            throw ALSAError("snd_pcm_hw_params", EINVAL, of: name)
        }
        return granted
    }

    private func check(_ operation: String, _ result: Int32) throws(ALSAError) {
        if result < 0 { throw ALSAError(operation, result, of: name) }
    }
}
