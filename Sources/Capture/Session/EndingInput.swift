import OnAirMedia

/// An input whose device is being let go.
package struct EndingInput: Sendable {
    package let mediaType: MediaType
    /// Finished once the device has been let go, and nothing more comes from it.
    package let stage: StageHandle
}
