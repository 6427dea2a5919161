import OnAirFFmpeg
import OnAirMedia

/// The sound of a clip on its way into another file.
protocol ClipSound: AnyObject {
    /// Writes what is heard up to `time`; nil for all of it.
    func write(upTo time: MediaTime?, into writer: MediaFileWriter) throws
}
