import OnAirPixels

/// What a picture stage has done since its start. Times are in nanoseconds.
public struct PictureStatistics: Equatable, Sendable {
    /// Pictures per second that the camera captured, seen or not; over the last whole second. 0 before that.
    public var capturedRate = 0.0
    /// Program pictures given out, repeats included.
    public var programPictures: Int64 = 0
    /// Program pictures that showed the previous picture again.
    public var repeats: Int64 = 0
    /// Grid points that got no picture, because the stage was called too late.
    public var lagged: Int64 = 0
    /// Camera pictures dropped because no working picture was free. The tick repeated the previous picture.
    public var poolEmpty: Int64 = 0
    /// Time to make the last working picture.
    public var lastProcessTime: Int64 = 0
    /// Mean time to make a working picture; recent ones count more (1/16 each).
    public var averageProcessTime: Int64 = 0
    /// From capture to the program, finished, for the last camera picture.
    public var lastCaptureToProgram: Int64 = 0
    /// Mean from capture to the program; recent ones count more (1/16 each).
    public var averageCaptureToProgram: Int64 = 0
    /// Why the last picture that could not be converted was not; it is also counted as corrupt.
    public var lastError: PixelError?

    public init() {}

    /// Adds a picture that took `processTime`, and `captureToProgram` in all.
    mutating func addFresh(processTime: Int64, captureToProgram: Int64) {
        let isFirst = programPictures == repeats
        programPictures += 1
        lastProcessTime = processTime
        averageProcessTime = isFirst ? processTime : averageProcessTime + (processTime - averageProcessTime) / 16
        lastCaptureToProgram = captureToProgram
        averageCaptureToProgram =
            isFirst ? captureToProgram : averageCaptureToProgram + (captureToProgram - averageCaptureToProgram) / 16
    }
}
