import OnAirPicture

extension BroadcastStatistics.PictureWork {
    init(_ meter: PictureStatistics) {
        self.init()
        convertMilliseconds = meter.convert.milliseconds
        callbackMilliseconds = meter.callback.milliseconds
        filterMilliseconds = meter.filtering.milliseconds
        filters = meter.filters.map { .init(name: $0.name, milliseconds: $0.time.milliseconds) }
        mixMilliseconds = meter.mix.milliseconds
        previewMilliseconds = meter.preview.milliseconds
    }
}

extension WorkTime {
    fileprivate var milliseconds: Double { Double(average) / 1e6 }
}
