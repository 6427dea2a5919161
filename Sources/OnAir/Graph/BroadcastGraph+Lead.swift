extension BroadcastGraph {
    /// The output `id` leads from now on.
    package func lead(_ id: Int?) {}
}
