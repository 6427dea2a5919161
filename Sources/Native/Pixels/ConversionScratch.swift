/// The memory that one conversion after another needs between its steps. Belongs to one thread.
struct ConversionScratch {
    /// What has been read of the source.
    let read = ScratchMemory()
    /// Between scaling and turning.
    let between = ScratchMemory()
}
