import OnAirMedia

/// Adds tracks to the program's blocks. Belongs to the sound stage.
final class SoundTrackMixer {
    private let tracks: SoundTracks
    private let format: SoundFormat
    private let ledger: DropLedger
    private var readers: [SoundTrackReader] = []

    /// - Parameter ledger: counts `corrupt` blocks of the tracks.
    init(_ tracks: SoundTracks, format: SoundFormat, ledger: DropLedger) {
        self.ledger = ledger
        self.tracks = tracks
        self.format = format
    }

    /// Adds every track to `block`, which begins with program sample `position`; what is louder than full scale is cut.
    func mix(
        into block: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), count: Int, at position: Int64,
        isMuted: Bool, timeline: SoundTimeline
    ) {
        let wanted = tracks.all
        if readers.count != wanted.count || !zip(readers, wanted).allSatisfy({ $0.track === $1 }) {
            readers = wanted.map { track in
                readers.first { $0.track === track } ?? SoundTrackReader(track, format: format, ledger: ledger)
            }
        }
        var isChanged = false
        for reader in readers {
            let added = reader.add(to: block, count: count, at: position, isMuted: isMuted) {
                timeline.sample(at: $0)
            }
            isChanged = isChanged || added
        }
        guard isChanged else { return }
        for channel in 0..<format.channels {
            let plane = channel == 0 ? block.0 : block.1
            for index in 0..<count { plane[index] = min(max(plane[index], -1), 1) }
        }
    }
}
