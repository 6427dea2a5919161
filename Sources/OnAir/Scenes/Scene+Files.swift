import OnAirPicture

extension Scene {
    /// The scene with `folder` put before each path that is neither absolute nor a URL.
    func locatingFiles(in folder: String) -> Scene {
        func located(_ path: String) -> String {
            path.hasPrefix("/") || path.contains("://") || folder.isEmpty ? path : folder + path
        }
        var scene = self
        for index in scene.layers.indices {
            switch scene.layers[index].source {
            case .picture(let path): scene.layers[index].source = .picture(path: located(path))
            case .video(var video):
                video.path = located(video.path)
                scene.layers[index].source = .video(video)
            case .camera, .bitmap, .text, .strokes, .color: break
            }
        }
        return scene
    }
}
