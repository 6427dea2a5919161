import Dispatch
import Foundation
import OnAirCapture
import Testing

// ARTICLE
final class Studio: CaptureDataOutputDelegate {
    let session = CaptureSession()
    let preview = CaptureVideoPreviewLayer()
    let cursor = Lock(FocusCursor())
    let pictures = Lock(0)
    let soundSamples = Lock(0)

    private let video = CaptureVideoDataOutput()
    private let audio = CaptureAudioDataOutput()
    private let videoQueue = DispatchQueue(label: "video")
    private let audioQueue = DispatchQueue(label: "audio")

    func start() throws {
        guard let camera = CaptureDevice.default(for: .video, position: .front),
            let microphone = CaptureDevice.default(for: .audio)
        else { return }
        let cameraInput = try CaptureDeviceInput(device: camera)
        let microphoneInput = try CaptureDeviceInput(device: microphone)
        try session.configure { session in
            try session.setPreset(.vga640x480)
            try session.addInput(cameraInput)
            try session.addInput(microphoneInput)
            try session.addOutput(video)
            try session.addOutput(audio)
            try session.addOutput(preview)
        }
        video.setSampleBufferDelegate(self, queue: videoQueue)
        audio.setSampleBufferDelegate(self, queue: audioQueue)
        video.connection(for: .video)?.videoOrientation = .portrait
        preview.connection(for: .video)?.isVideoMirrored = true
        preview.videoGravity = .resizeAspectFill
        session.startRunning()
    }

    func captureOutput(
        _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
    ) {
        if connection === video.connection(for: .video) {
            pictures.withLock { $0 += 1 }
        } else if let sound = sampleBuffer.sound {
            soundSamples.withLock { $0 += sound.sampleCount }
        }
    }
}
// ARTICLE
extension Studio {
    func toggleCamera() throws {
        // 1. The input in use.
        guard let current = session.inputs.first(where: { $0.device.mediaType == .video }) else { return }
        // 2. Which way it looks.
        let position = current.device.position
        // 3. The other way.
        let other: CaptureDevice.Position = position == .front ? .back : .front
        // 4. The camera that looks there.
        guard let device = CaptureDevice.default(for: .video, position: other) else { return }
        // 5. Its input: opens it, which takes a moment.
        let next = try CaptureDeviceInput(device: device, preset: session.sessionPreset)
        try session.configure { session in
            // 6. The old one out,
            session.removeInput(current)
            // 7. the new one in: both or neither.
            try session.addInput(next)
        }
    }
}
// ARTICLE
extension Studio {
    func tap(at point: LayerPoint) async throws -> TapToFocusResult? {
        guard let camera = session.inputs.first(where: { $0.device.mediaType == .video })?.device,
            let place = preview.captureDevicePoint(fromLayerPoint: point)
        else { return nil }
        cursor.withLock { $0.tap(at: point, now: MonotonicClock().now) }
        return try await camera.focusAndExpose(at: place)
    }

    /// Asked for each picture that is drawn.
    func mark() -> FocusCursor.Mark? { cursor.withLock { $0.mark(at: MonotonicClock().now) } }
}
// ARTICLE

struct ArticleExampleTests {
    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    @Test("The examples in the article are the ones that compile here")
    func isTheArticles() throws {
        let article = try String(
            contentsOf: Self.root.appending(path: "docs/coming-from-avfoundation.md"), encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0].replacingOccurrences(
                of: "import Dispatch\nimport OnAirCapture\n\n", with: "")
        }
        let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
            .components(separatedBy: "// ARTICLE\n").dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .newlines) }
        #expect(blocks.count == 3)
        #expect(Array(blocks) == Array(own.prefix(3)))
    }

    @Test("The article's example runs: pictures and sound flow, the camera is exchanged, a tap is marked")
    func runs() async throws {
        let studio = Studio()
        try studio.start()
        studio.preview.bounds = LayerSize(width: 300, height: 300)
        #expect(studio.mark() == nil)

        var shown = 0
        for await picture in studio.preview.pictures() {
            shown += 1
            #expect(picture.format.size == PictureSize(width: 640, height: 480))
            if shown == 2 { break }
        }
        let before = studio.soundSamples.withLock { $0 }
        try studio.toggleCamera()
        let camera = try #require(studio.session.inputs.first { $0.device.mediaType == .video }?.device)
        #expect(camera.position == .back)
        for await _ in studio.preview.pictures() {
            shown += 1
            if shown == 5 { break }
        }
        let tapped = ContinuousClock.now
        let result = try #require(try await studio.tap(at: LayerPoint(x: 150, y: 150)))
        #expect((result.focus == .atPoint) == camera.isFocusPointOfInterestSupported)
        // The mark is gone after a second, which a busy machine may take to come back here.
        let mark = studio.mark()
        if tapped.duration(to: .now) < .milliseconds(900) { #expect(mark?.point == LayerPoint(x: 150, y: 150)) }
        #expect(try await studio.tap(at: LayerPoint(x: 301, y: 150)) == nil)

        await studio.session.stopRunning()
        #expect(studio.pictures.withLock { $0 } >= 2)
        #expect(studio.soundSamples.withLock { $0 } > before)
        #expect(studio.preview.orientation == .upMirrored)
    }
}
