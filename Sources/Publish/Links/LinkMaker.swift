/// Makes a destination's links, a fresh one for each connection, and knows this machine's way to the server.
public protocol LinkMaker: Sendable {
    /// A link to the host of `address` that has not begun to connect.
    func makeLink(to address: RTMPAddress) -> any Link

    /// Rises with each change of this machine's links, addresses and routes, after which the destination is woken.
    var networkChanges: Int { get }

    /// The way to the server as the machine would go now. Costs some system calls: asked after changes only.
    var path: NetworkPath { get }
}

extension LinkMaker {
    public var networkChanges: Int { 0 }
    public var path: NetworkPath { .unknown }
}
