import OnAirFFmpeg
import OnAirMedia

/// The sound of a clip on its way into another file.
protocol ClipSound: AnyObject {
    /// Where what was read so far ends; nil before there is any.
    var end: MediaTime? { get }
    /// Pieces left out because their times are damaged.
    var misplacedCount: Int64 { get }

    /// Writes what is heard up to `time`; nil for all of it.
    func write(upTo time: MediaTime?, into writer: MediaFileWriter) throws
}
