extension StreamerKit {
    /// What the stages counted, with what the kit alone knows.
    func complete(_ counted: BroadcastStatistics) -> BroadcastStatistics {
        var result = counted
        result.state = stream.state.name
        result.leader = stream.leader
        for index in result.outputs.indices {
            result.outputs[index].isLeader = result.outputs[index].id == stream.leader
            result.reconnects += result.outputs[index].reconnects
            // What has been told in events, whatever the destination's thread has got to meanwhile.
            if let status = outputs[result.outputs[index].id] { result.outputs[index].state = status.state.name }
        }
        return result
    }

    /// The numbers of this very moment; rates are those of the last second. While nothing is captured, the newest ones.
    public func currentStatistics() -> BroadcastStatistics {
        guard let graph else { return statistics }
        return complete(graph.statistics(now: graph.now, isTick: false))
    }
}
