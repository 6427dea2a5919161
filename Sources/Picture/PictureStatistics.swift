import OnAirMedia
import OnAirPixels

/// What a picture stage has done since its start. Times are in nanoseconds.
public struct PictureStatistics: Equatable, Sendable {
    /// Pictures per second that the camera captured, seen or not; over the last whole second. 0 before that.
    public var capturedRate = 0.0
    /// Program pictures given out, repeats included.
    public var programPictures: Int64 = 0
    /// Program pictures that showed the previous picture again.
    public var repeats: Int64 = 0
    /// Program pictures made anew without a new one of the camera, because something else about them has changed.
    public var redrawn: Int64 = 0
    /// Preview pictures given out; 0 for as long as nobody has looked.
    public var previewPictures: Int64 = 0
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
    /// To bring a camera picture to its place: cutting, turning, scaling, colour, transitions between cameras.
    public var convert = WorkTime()
    /// In the raw video callback.
    public var callback = WorkTime()
    /// In all filters together.
    public var filtering = WorkTime()
    /// In each filter of the present chain, in its order.
    public var filters: [FilterTime] = []
    /// To put the program's picture together, transitions between scenes included.
    public var mix = WorkTime()
    /// To put the preview's picture together.
    public var preview = WorkTime()
    /// Why the last picture that could not be converted was not; it is also counted as corrupt.
    public var lastError: PixelError?

    public init() {}

    /// Adds a picture that took `processTime`, and `captureToProgram` in all.
    mutating func addFresh(processTime: Int64, captureToProgram: Int64) {
        let isFirst = programPictures == repeats + redrawn
        programPictures += 1
        lastProcessTime = processTime
        averageProcessTime = isFirst ? processTime : averageProcessTime + (processTime - averageProcessTime) / 16
        lastCaptureToProgram = captureToProgram
        averageCaptureToProgram =
            isFirst ? captureToProgram : averageCaptureToProgram + (captureToProgram - averageCaptureToProgram) / 16
    }

    /// Adds a picture that was shown again.
    mutating func addRepeat() {
        programPictures += 1
        repeats += 1
    }

    /// Adds a picture that was made without a new one of the camera.
    mutating func addRedrawn() {
        programPictures += 1
        redrawn += 1
    }

    /// Adds what a tick has cost.
    mutating func add(_ work: PictureWork, _ chain: [any PictureFilter]) {
        if let cost = work.convert { convert.add(cost) }
        if let cost = work.callback { callback.add(cost) }
        if let cost = work.mix { mix.add(cost) }
        if let cost = work.preview { preview.add(cost) }
        let isSame = filters.count == chain.count && zip(filters, chain).allSatisfy { $0.name == $1.name }
        if !isSame { filters = chain.map { FilterTime(name: $0.name) } }
        guard let cost = work.filtering, work.filters.count == filters.count else { return }
        filtering.add(cost)
        for (index, cost) in work.filters.enumerated() { filters[index].time.add(cost) }
    }
}
