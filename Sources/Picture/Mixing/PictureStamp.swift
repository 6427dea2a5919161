import OnAirMedia

/// What a picture that is put together says of itself: the newest camera picture's time and number.
struct PictureStamp {
    var captureTime: HostTime
    var sequence: Int64
}
