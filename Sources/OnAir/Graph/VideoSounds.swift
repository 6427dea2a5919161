import OnAirCapture
import OnAirMedia
import OnAirPicture
import OnAirSound

/// The sounds of the videos that a scene shows, as tracks of the program.
final class VideoSounds {
    /// Which video: another volume is no other one.
    struct Key: Hashable, Sendable {
        let path: String
        let loops: Bool

        init(_ video: LayerVideo) { (path, loops) = (video.path, video.loops) }
    }

    /// A sound that was opened for a scene that is about to be shown.
    struct Opened: Sendable {
        let key: Key
        let source: TransferBox<FileMicrophone>
        let playback: VideoPlayback
    }

    /// What is mixed in.
    let tracks = SoundTracks()
    private var running: [Key: VideoSound] = [:]

    /// How loud each video of `scene` is to be heard; silent and hidden ones are left out.
    static func volumes(of scene: Scene) -> [Key: Double] {
        var volumes: [Key: Double] = [:]
        for layer in scene.layers where layer.isVisible {
            guard case .video(let video) = layer.source, video.volume > 0 else { continue }
            volumes[Key(video)] = max(volumes[Key(video)] ?? 0, video.volume)
        }
        return volumes
    }

    /// Lets the sounds of `scene` be heard, and no others.
    ///
    /// - Parameter opened: those that did not sound before.
    func show(_ scene: Scene, opened: [Opened], runner: any StageRunner, ledger: DropLedger) {
        let volumes = Self.volumes(of: scene)
        for (key, sound) in running {
            if let volume = volumes[key] {
                sound.track.volume = volume
            } else {
                end(key, sound)
            }
        }
        for new in opened {
            guard running[new.key] == nil, let volume = volumes[new.key] else { continue }
            let sound = VideoSound(
                new.source, volume: volume, playback: new.playback, runner: runner, ledger: ledger)
            running[new.key] = sound
            tracks.add(sound.track)
        }
    }

    /// Nothing is heard any more.
    func close() { for (key, sound) in running { end(key, sound) } }

    private func end(_ key: Key, _ sound: VideoSound) {
        tracks.remove(sound.track)
        running[key] = nil
    }
}
