/// Why a sample could not be made ready for whoever was to get it.
struct SampleLoss: Error {
    let reason: CaptureDrop.Reason
}
