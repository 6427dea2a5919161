/// Where a source leaves what it captures.
///
/// Called from the source's thread; never waits.
public protocol Outlet<Element>: AnyObject, Sendable {
    associatedtype Element: Sendable

    /// The most elements that are held behind it, for the size of the source's pool.
    var capacity: Int { get }

    /// Takes `element`. Returns what did not find room, an older element or this one, for the caller to count.
    func accept(_ element: Element) -> Element?

    /// The source has ended: nothing comes any more.
    func close()
}
