import Glibc
import OnAirFFmpeg
import OnAirMedia

/// Opens media files for the file camera and the file microphone, and puts what can go wrong into their words.
enum MediaFile {
    /// Opens `path` for one of its tracks, and works out the loop that camera and microphone share.
    static func open(
        _ path: String, for track: MediaFileReader.Tracks
    ) throws(CaptureError) -> (reader: MediaFileReader, timeline: FileTimeline) {
        if case .denied(let error) = authorization(path) { throw error }
        guard exists(path) else {
            throw absence(of: path)
        }
        do throws(FFmpegError) {
            let reader = try MediaFileReader(path: path, tracks: track)
            // A file whose other track cannot be used has this track alone.
            let whole = (try? MediaFileReader(path: path, tracks: .all)) ?? reader
            let length = if let told = whole.duration { told } else { try measure(whole) }
            if whole === reader { try reader.rewind() }
            return (
                reader,
                FileTimeline(
                    length: length, frameRate: whole.video?.frameRate, sampleRate: whole.sound?.sampleRate)
            )
        } catch {
            throw failure(error)
        }
    }

    /// The file's name without its folders.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func absence(of path: String) -> CaptureError {
        CaptureError(
            .missing, path.isEmpty ? "There is no file without a path." : "There is no file \(path).",
            advice: path.isEmpty ? "Give the file's path." : "Check the path.")
    }

    /// Whether this user may read the file; one that is not there is not forbidden.
    static func authorization(_ path: String) -> CaptureAuthorization {
        // A folder that may not be entered hides whether the file is there.
        guard access(path, R_OK) != 0, errno == EACCES || errno == EPERM else { return .authorized }
        return .denied(
            CaptureError(
                .denied, "The file \(path) may not be read.",
                advice: "Give this user the right to read it and to enter its folders."))
    }

    /// What `error` means for a source: while opening, or, with `isRunning`, later.
    static func failure(_ error: FFmpegError, isRunning: Bool = false) -> CaptureError {
        CaptureError(
            isRunning ? .lost : .unusable, error.message, advice: error.advice)
    }

    /// The length of a file that does not tell it: the end of what can be decoded.
    private static func measure(_ reader: MediaFileReader) throws(FFmpegError) -> MediaTime {
        var end = MediaTime.zero
        while let item = try reader.next() {
            switch item {
            case .picture(let time):
                end = max(end, time + (reader.video?.frameRate.frameDuration ?? .zero))
            case .sound(let time, let count):
                let rate = Int64(reader.sound?.sampleRate ?? 48000)
                end = max(end, time + MediaTime(value: Int64(count), timescale: rate))
            }
        }
        guard end > .zero else {
            throw FFmpegError(
                .unusable, "The file holds nothing that can be decoded.", advice: "Check the file with ffprobe.")
        }
        return end
    }
}
