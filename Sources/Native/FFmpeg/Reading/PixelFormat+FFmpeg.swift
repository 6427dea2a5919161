import CFFmpeg
import OnAirMedia

extension PixelFormat {
    /// The house's name for a libavutil pixel format, and whether that format means full range by itself; nil where
    /// the house has none.
    static func named(_ format: AVPixelFormat) -> (pixels: PixelFormat, isFullRange: Bool)? {
        switch format {
        case AV_PIX_FMT_YUV420P: (.i420, false)
        case AV_PIX_FMT_YUVJ420P: (.i420, true)
        case AV_PIX_FMT_YUV422P: (.i422, false)
        case AV_PIX_FMT_YUVJ422P: (.i422, true)
        case AV_PIX_FMT_YUV444P: (.i444, false)
        case AV_PIX_FMT_YUVJ444P: (.i444, true)
        case AV_PIX_FMT_NV12: (.nv12, false)
        case AV_PIX_FMT_NV21: (.nv21, false)
        case AV_PIX_FMT_YUYV422: (.yuyv, false)
        case AV_PIX_FMT_UYVY422: (.uyvy, false)
        case AV_PIX_FMT_YVYU422: (.yvyu, false)
        case AV_PIX_FMT_BGRA: (.bgra, true)
        case AV_PIX_FMT_RGBA: (.rgba, true)
        case AV_PIX_FMT_BGR24: (.bgr24, true)
        case AV_PIX_FMT_RGB24: (.rgb24, true)
        default: nil
        }
    }
}
