import OnAirMedia

/// What may be changed about the program's picture while it is live. Any thread sets; the picture stage looks once per
/// tick, so the newest setting wins, and all that one call has changed lands on one picture.
public final class PictureControls: Sendable {
    /// Changes a camera picture in place before filters and layers; what it draws reaches viewers. The picture is I420 in
    /// the stream's colour, upright, mirrored where the stream is. Called as a `PictureFilter` is, before all of them.
    public typealias RawCallback = @Sendable (inout MutablePicture) -> Void

    private struct State {
        var values: Values
        var revision = 0
    }

    private let state: Lock<State>

    public init(_ values: Values) { state = Lock(State(values: values)) }

    /// What applies from the next tick.
    public var values: Values { state.withLock { $0.values } }

    /// Changes settings; all changes of one call land on the same picture.
    public func set(_ change: (inout Values) -> Void) {
        state.withLock { state in
            change(&state.values)
            state.revision += 1
        }
    }

    /// The settings where they have been set since `revision`, which is brought up to date; else nil.
    func values(since revision: inout Int) -> Values? {
        state.withLock { state in
            guard state.revision != revision else { return nil }
            revision = state.revision
            return state.values
        }
    }
}
