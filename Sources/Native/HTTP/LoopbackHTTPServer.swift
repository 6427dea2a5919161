import COnAirHTTP
import Glibc
import OnAirMedia

/// A small web server on 127.0.0.1, for what other programs of this machine may read: GET and HEAD, from memory.
///
/// It has one thread and takes 16 connections at once, each for 10 s of silence. Only this machine can reach it; any of
/// its users can, so it must show no secret.
public final class LoopbackHTTPServer: Sendable {
    /// What a path is answered with.
    public struct Answer: Sendable {
        /// The text, as UTF-8.
        public var text: String
        /// Its media type.
        public var type: StaticString

        public init(_ text: String, type: StaticString) {
            self.text = text
            self.type = type
        }
    }

    fileprivate final class Handler: Sendable {
        let answer: @Sendable (String) -> Answer?

        init(_ answer: @escaping @Sendable (String) -> Answer?) { self.answer = answer }
    }

    /// The port it has.
    public let port: UInt16
    // The one pointer is let go of once, by whoever takes it.
    private let server: Lock<ServerPointer?>
    private let handler: Handler

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - answer: what to answer a path with, without its query; nil is “not found”. Called on the server's thread, and
    ///     must not wait.
    /// - Throws: `HTTPServerError` where the port cannot be had.
    public init(
        port: UInt16, answer: @escaping @Sendable (_ path: String) -> Answer?
    ) throws(HTTPServerError) {
        handler = Handler(answer)
        var bound = port
        var reason: Int32 = 0
        // The handler lives as long as this object, which stops the server before it lets go.
        let context = Unmanaged.passUnretained(handler).toOpaque()
        guard let pointer = onair_http_start(&bound, answerRequest, context, &reason) else {
            throw HTTPServerError(port: port, reason: reason)
        }
        self.port = bound
        server = Lock(ServerPointer(pointer: pointer))
    }

    deinit { stop() }

    /// Ends it; without effect the second time.
    public func stop() {
        let taken = server.withLock { server in
            defer { server = nil }
            return server
        }
        if let taken { onair_http_stop(taken.pointer) }
    }
}

/// The C server, whose calls are safe from any thread; only the one who takes it out of the lock ends it.
private struct ServerPointer: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// At file scope: a closure elsewhere could be bound to an actor, and this runs on the C library's thread.
private func answerRequest(
    _ context: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
    _ result: UnsafeMutablePointer<onair_http_answer>?
) -> Int32 {
    guard let context, let path, let result else { return 0 }
    let handler = Unmanaged<LoopbackHTTPServer.Handler>.fromOpaque(context).takeUnretainedValue()
    guard let answer = handler.answer(String(cString: path)) else { return 0 }
    var text = answer.text
    return text.withUTF8 { bytes in
        guard let copy = malloc(max(bytes.count, 1)) else { return 0 }
        if let base = bytes.baseAddress { copy.copyMemory(from: base, byteCount: bytes.count) }
        result.pointee.body = copy.assumingMemoryBound(to: CChar.self)
        result.pointee.length = bytes.count
        result.pointee.type = UnsafeRawPointer(answer.type.utf8Start).assumingMemoryBound(to: CChar.self)
        return 1
    }
}
