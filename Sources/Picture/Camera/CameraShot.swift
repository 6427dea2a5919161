import OnAirMedia

/// The camera's picture, filtered, as mixers take it.
struct CameraShot {
    let picture: Picture
    let look: CameraLook
    /// Counts what the camera's layers have shown.
    let generation: Int
}
