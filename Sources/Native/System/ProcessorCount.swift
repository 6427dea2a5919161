import COnAirSystem

/// How many processors this process may use.
public enum ProcessorCount {
    /// At least 1. Honours `taskset` and containers' CPU sets.
    public static var available: Int { Int(onair_processor_count()) }
}
