import OnAirMedia

/// Camera and microphone as sources of whatever they give. Written out because the compiler (Swift 6.3) does not turn
/// one existential into the other by itself.
enum CaptureSourceErasure {
    static func box(_ source: sending any CameraSource) -> TransferBox<any CaptureSource<Picture>> {
        func open<Source: CameraSource>(_ source: sending Source) -> TransferBox<any CaptureSource<Picture>> {
            TransferBox(source)
        }
        return open(source)
    }

    static func box(_ source: sending any MicrophoneSource) -> TransferBox<any CaptureSource<SoundBlock>> {
        func open<Source: MicrophoneSource>(_ source: sending Source) -> TransferBox<any CaptureSource<SoundBlock>> {
            TransferBox(source)
        }
        return open(source)
    }
}
