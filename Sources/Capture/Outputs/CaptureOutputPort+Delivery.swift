extension CaptureOutputPort {
    /// The port of an output that has a delegate and asynchronous readers.
    convenience init(_ sink: Sink, _ delivery: SampleDelivery, _ subscribers: SampleSubscribers) {
        self.init(
            sink,
            gate: .init(
                open: { connection in
                    delivery.open(connection)
                    subscribers.open(connection)
                }, isIdle: { delivery.isIdle }, whenIdle: { delivery.whenIdle($0) }),
            lost: { drop, connection in
                delivery.lose(drop, from: connection)
                subscribers.lose(drop, from: connection)
            })
    }
}
