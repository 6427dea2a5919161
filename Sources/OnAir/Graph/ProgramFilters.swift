import OnAirBeauty
import OnAirMedia

/// What the camera's picture goes through: the configuration's filters, then the app's own.
final class ProgramFilters {
    private let chain = FilterChain()
    private var configured: [any PictureFilter] = []
    /// The app's own.
    var own: [any PictureFilter] = []

    /// All of them, in order.
    var all: [any PictureFilter] { configured + own }

    /// Lets the configuration's filters become `filters`.
    func use(_ filters: PreparedFilters) { configured = chain.use(filters) }
}
