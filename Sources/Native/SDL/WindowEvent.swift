import OnAirMedia

/// What happened to a window, for whoever waits for it. Points are in pixels of the window's surface, from its top left.
public enum WindowEvent: Hashable, Sendable {
    /// A key was pressed; one that is held comes once.
    case key(WindowKey)
    /// The left button was pressed.
    case click(LayerPoint)
    /// The wheel was turned by so many notches, up being above zero; a trackpad turns by parts of one.
    case wheel(Double)
    /// What is shown is lost or has another size.
    case exposed
    /// Nobody sees it any more, until it is exposed again.
    case hidden
    /// The window is to close.
    case closed
    /// `WindowWaker.wake` was called.
    case woken
    /// The time was over before anything happened.
    case timedOut
}
