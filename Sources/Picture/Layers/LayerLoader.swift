import OnAirDrawing
import OnAirFFmpeg
import OnAirImages
import OnAirMedia

/// Makes the contents of one scene that are not there yet.
struct LayerLoader {
    /// A content that is new.
    struct Made {
        /// What keeps it up to date.
        enum Live {
            case none
            case text((label: TextLabel, style: TextStyle, shown: String))
            case video(LayerVideo, TransferBox<MediaFileReader>?)
        }

        let cell: LayerCell
        let entry: LayerTable.Entry
        let signal: WakeSignal
        let live: Live
    }

    private(set) var made: [LayerKey: Made] = [:]
    private let drawing: LayerDrawing
    private let now: HostTime
    private let epoch: HostTime
    private let variables: TextVariables
    private var renderer: TextRenderer?

    init(canvas: PictureSize, now: HostTime, epoch: HostTime, variables: TextVariables) {
        drawing = LayerDrawing(canvas: canvas)
        (self.now, self.epoch) = (now, epoch)
        self.variables = variables
    }

    /// What the layer's content is kept under; nil where it needs none.
    func key(of layer: Layer) throws(LayerError) -> LayerKey? {
        switch layer.source {
        case .camera, .color: return nil
        case .bitmap(let source): return .bitmap(ObjectIdentifier(source))
        case .text(let label): return .text(label.text, drawing.style(label, in: layer))
        case .strokes(let strokes):
            let drawn = drawing.strokes(strokes, in: layer)
            return .strokes(drawn.strokes, on: drawn.size)
        case .video(let video): return .video(path: video.path, loops: video.loops)
        case .picture(let path):
            do throws(ImageError) {
                return .picture(path: path, stamp: try ImageFile.stamp(path: path))
            } catch {
                throw LayerError(layer.id, error)
            }
        }
    }

    /// Makes the content of a layer, which takes a while.
    mutating func make(
        _ layer: Layer, _ key: LayerKey, number: Int, stop: StopRequest, released: @escaping @Sendable () -> Void,
        signal: WakeSignal
    ) throws(LayerError) -> LayerCell {
        let (content, live) = try content(of: layer)
        // Kept for as long as the cell: its identity is the key.
        let source = layer.source
        let cell = LayerCell(content) {
            withExtendedLifetime(source) {}
            released()
            stop.request()
        }
        var playback: VideoPlayback?
        if case .video = live { playback = VideoPlayback(epoch: epoch) }
        let entry = LayerTable.Entry(number: number, cell: cell, stop: stop, playback: playback)
        made[key] = Made(cell: cell, entry: entry, signal: signal, live: live)
        return cell
    }

    private mutating func content(of layer: Layer) throws(LayerError) -> (LayerContent, Made.Live) {
        switch layer.source {
        case .camera, .color: return (.nothing, .none)
        case .bitmap(let source): return (.images(source.sequence), .none)
        case .picture(let path):
            do throws(ImageError) {
                return (.images(try ImageReader.read(path: path)), .none)
            } catch {
                throw LayerError(layer.id, error)
            }
        case .text(let label): return try text(label, layer)
        case .strokes(let strokes): return (try self.strokes(strokes, layer), .none)
        case .video(let video): return (.nothing, try open(video, layer))
        }
    }

    private mutating func text(_ label: TextLabel, _ layer: Layer) throws(LayerError) -> (LayerContent, Made.Live) {
        let template = TextTemplate(label.text)
        let style = drawing.style(label, in: layer)
        let shown = template.text(
            variables.values, now: now, unixNanoseconds: variables.unixNanoseconds(at: now))
        do throws(DrawingError) {
            let renderer = if let renderer { renderer } else { try TextRenderer() }
            self.renderer = renderer
            let bitmap = try renderer.render(shown, style)
            return (.images(ImageSequence(bitmap)), template.isLive ? .text((label, style, shown)) : .none)
        } catch {
            throw LayerError(layer.id, error)
        }
    }

    private func strokes(_ strokes: [BrushStroke], _ layer: Layer) throws(LayerError) -> LayerContent {
        let drawn = drawing.strokes(strokes, in: layer)
        do throws(DrawingError) {
            guard let result = try StrokeRenderer.render(drawn.strokes, on: drawn.size) else { return .nothing }
            return .drawing(result.bitmap, origin: PicturePoint(x: result.x, y: result.y), canvas: drawn.size)
        } catch {
            throw LayerError(layer.id, error)
        }
    }

    private func open(_ video: LayerVideo, _ layer: Layer) throws(LayerError) -> Made.Live {
        var path = video.path
        if path.hasPrefix("file://") {
            path.removeFirst("file://".count)
        } else if path.contains("://") {
            return .video(video, nil)
        }
        do throws(FFmpegError) {
            let reader = try MediaFileReader(path: path, tracks: .video)
            return .video(video, TransferBox(reader))
        } catch {
            throw LayerError(layer.id, error)
        }
    }
}
