import OnAirFFmpeg
import OnAirMedia

/// Everything a reader gives of one file.
struct ReadFile {
    var pictureTimes: [MediaTime] = []
    /// Bytes of all pictures, without padding.
    var pictures: [UInt8] = []
    var soundTimes: [MediaTime] = []
    var soundCounts: [Int] = []
    /// Samples of each channel.
    var sound: [[Float]] = []

    init(_ reader: MediaFileReader, keepsPictures: Bool = true, limit: Int = .max) throws {
        let picturePool = reader.video.map { PicturePool(format: $0.format, capacity: 1) }
        let soundPool = reader.sound.map {
            SoundPool(format: $0, blockCapacity: MediaFileReader.soundBlockSize, capacity: 1)
        }
        sound = Array(repeating: [], count: reader.sound?.channels ?? 0)
        let start = HostTime(nanoseconds: 0)
        var items = 0
        while items < limit, let item = try reader.next() {
            items += 1
            switch item {
            case .picture(let time):
                pictureTimes.append(time)
                guard keepsPictures else { continue }
                guard var picture = picturePool?.take(captureTime: start, sequence: 0) else { continue }
                try reader.copyPicture(into: &picture)
                pictures += TestPicture.bytes(of: picture.freeze())
            case .sound(let time, let count):
                soundTimes.append(time)
                soundCounts.append(count)
                guard var block = soundPool?.take(captureTime: start, sampleCount: 0) else { continue }
                try reader.copySound(into: &block)
                let frozen = block.freeze()
                for channel in sound.indices { frozen.withChannel(channel) { sound[channel] += $0 } }
            }
        }
    }
}
