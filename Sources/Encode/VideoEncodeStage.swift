import OnAirFFmpeg
import OnAirMedia

/// Encodes the program's pictures, one per step.
///
/// Input: bounded; whoever pushes counts what finds no room as `skipped`. Output: bounded; a packet that finds no room
/// is counted as `dropped`, and so is everything that refers to it: the stage then makes one IDR picture as soon as
/// there is room. Where this machine is too slow, it encodes less as `EncoderLoadPolicy` says; where pictures of another
/// size or colour come, such as those of a broadcast that was turned, it follows. Both open the encoder anew, on this
/// thread alone, between two pictures, and it goes on with an IDR picture that carries what has changed; times go on as if
/// nothing had happened. Ends when its input has ended, or when the encoder fails, which the meter tells.
public final class VideoEncodeStage: Stage {
    public let name = "video encoder"

    private let encoder: SteppingEncoder
    private let input: BoundedQueue<ProgramPicture>
    private let output: BoundedQueue<EncodedPacket>
    private let packets: PacketPool
    private let control: EncoderControl
    private let ledger: DropLedger
    private let meter: EncodeMeter
    private let clock: any HostClock
    private var schedule: KeyframeSchedule
    private var admission = PacketAdmission()
    private let skips: DropLedger?
    private var load: EncoderLoadPolicy
    private let loadChanged: @Sendable (_ step: Int, EncoderRung) -> Void
    private let sizeChanged: @Sendable (_ step: Int, EncoderRung) -> Void

    /// - Parameters:
    ///   - encoder: opened before; its `trackFormat` is already known.
    ///   - input: I420 pictures, rising on the grid; wakes this stage.
    ///   - output: receives the packets, and is closed at the end.
    ///   - packets: where the packets' memory comes from.
    ///   - control: asks for keyframes and bitrates.
    ///   - ledger: counts `dropped` packets and `corrupt` pictures (unfit for the encoder).
    ///   - meter: receives the statistics.
    ///   - clock: measures how long a picture takes.
    ///   - skips: where whoever pushes counts as `skipped` what found no room; nil where nobody does.
    ///   - loadChanged: the encoder does less, or more again, from the next picture on; called on the stage's thread.
    ///   - sizeChanged: pictures of another size have come, and the rung in use is for these now; called on the stage's
    ///     thread.
    public init(
        encoder: sending H264Encoder, input: BoundedQueue<ProgramPicture>, output: BoundedQueue<EncodedPacket>,
        packets: PacketPool, control: EncoderControl, ledger: DropLedger, meter: EncodeMeter, clock: any HostClock,
        skips: DropLedger? = nil, loadChanged: @escaping @Sendable (_ step: Int, EncoderRung) -> Void = { _, _ in },
        sizeChanged: @escaping @Sendable (_ step: Int, EncoderRung) -> Void = { _, _ in }
    ) {
        self.skips = skips
        self.loadChanged = loadChanged
        self.sizeChanged = sizeChanged
        load = EncoderLoadPolicy(
            rungs: EncoderRung.ladder(for: encoder.configuration), frameRate: encoder.configuration.frameRate)
        let rate = encoder.configuration.frameRate.framesPerSecond
        schedule = KeyframeSchedule(
            interval: encoder.configuration.keyframeIntervalFrames,
            recoverySpacing: Int(rate.numerator / rate.denominator))
        let bitrate = encoder.bitrate
        meter.update { $0.bitrate = bitrate }
        self.encoder = SteppingEncoder(encoder)
        self.input = input
        self.output = output
        self.packets = packets
        self.control = control
        self.ledger = ledger
        self.meter = meter
        self.clock = clock
    }

    public func step(now: HostTime) -> StageWait {
        guard let picture = input.pop() else { return input.isFinished ? finish() : .wake }
        guard picture.gridIndex % Int64(max(control.frameInterval, load.rung.frameInterval)) == 0 else {
            meter.update { $0.thinned += 1 }
            return .again
        }
        do {
            try encode(picture, now: now)
        } catch  where error.kind == .mismatch {
            // The picture changed nothing, so a keyframe that it was to be is still owed.
            ledger.add(.corrupt)
            control.requestKeyframe()
        } catch {
            return fail(error)
        }
        return .again
    }

    private func encode(_ picture: ProgramPicture, now: HostTime) throws(FFmpegError) {
        if let bitrate = control.takeBitrate() {
            encoder.setBitrate(bitrate)
            let bitrate = encoder.bitrate
            meter.update { $0.bitrate = bitrate }
        }
        if picture.picture.format != encoder.format { try follow(picture.picture.format) }
        // A keyframe to recover with is of use only once there is room for it: no storm of them.
        let recovers = admission.isWaitingForKeyframe && output.count < output.capacity
        let force = schedule.take(
            index: picture.gridIndex, isRequested: control.takeKeyframeRequest() || recovers || encoder.isFresh,
            mends: control.isRecoveryRequested)
        let start = clock.now
        try encoder.encode(picture.picture, index: picture.gridIndex, forceKeyframe: force, packets: packets) {
            give($0)
        }
        let duration = clock.now.nanoseconds(since: start)
        meter.update { $0.add(encodeNanoseconds: duration) }
        if load.note(encodeNanoseconds: duration, skipped: skips?[.skipped] ?? 0, now: now) { try changeLoad() }
    }

    private func follow(_ format: PictureFormat) throws(FFmpegError) {
        // Other pixels are a mistake of whoever gave them, which the encoder refuses.
        guard format.pixels == .i420 else { return }
        load.replaceRungs(encoder.ladder(for: format))
        try encoder.follow(format, on: load.rung, packets: packets) { give($0) }
        sizeChanged(load.step, load.rung)
    }

    private func changeLoad() throws(FFmpegError) {
        do throws(FFmpegError) {
            try encoder.move(to: load.rung, packets: packets) { give($0) }
            loadChanged(load.step, load.rung)
        } catch {
            // x264 does not take this one: the present one goes on.
            guard error.kind != .encoding else { throw error }
            load.refuse()
        }
    }

    private func give(_ packet: EncodedPacket) {
        meter.update { $0.add(packet) }
        // Whoever asked until now gets this one: it leaves after they asked.
        if packet.isKeyframe {
            _ = control.takeKeyframeRequest()
            control.endRecovery()
        }
        let wasTaken = admission.admits(isKeyframe: packet.isKeyframe) && output.push(packet)
        if !wasTaken { ledger.add(.dropped) }
        admission.note(isKeyframe: packet.isKeyframe, wasTaken: wasTaken)
    }

    private func finish() -> StageWait {
        do {
            try encoder.flush(packets: packets) { give($0) }
        } catch {
            return fail(error)
        }
        output.close()
        return .finished
    }

    private func fail(_ error: FFmpegError) -> StageWait {
        meter.update { $0.failure = error }
        output.close()
        return .finished
    }
}
