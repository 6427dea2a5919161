import OnAirFFmpeg
import OnAirMedia

/// Packets as they are.
final class CopiedSound: ClipSound {
    private let reader: SoundPacketReader

    var end: MediaTime? { reader.end }
    var misplacedCount: Int64 { reader.misplacedCount }

    init(_ reader: SoundPacketReader) { self.reader = reader }

    func write(upTo time: MediaTime?, into writer: MediaFileWriter) throws {
        while let found = try reader.next(), time.map({ found <= $0 }) ?? true {
            try writer.copySound(from: reader)
        }
    }
}
