import Foundation
import Glibc
import OnAirHTTP
import Testing

/// The server as a client sees it that writes its requests by hand (RFC 9112).
@Suite("A small web server on loopback")
struct LoopbackHTTPServerTests {
    private func makeServer(port: UInt16 = 0) throws -> LoopbackHTTPServer {
        try LoopbackHTTPServer(port: port) { path in
            path == "/metrics" ? LoopbackHTTPServer.Answer("räte 1\n", type: "text/plain; version=0.0.4") : nil
        }
    }

    /// Everything that comes back for `request`, until the server closes.
    private func exchange(_ port: UInt16, _ request: String) throws -> String {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        let bytes = Array(request.utf8)
        try #require(send(client, bytes, bytes.count, 0) == bytes.count)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += buffer[..<count]
        }
    }

    private func request(_ method: String, _ path: String) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    }

    @Test("GET gives the text with its type and its length in bytes, a query in the path or not")
    func get() throws {
        let server = try makeServer()
        for path in ["/metrics", "/metrics?x=1"] {
            let answer = try exchange(server.port, request("GET", path))
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.contains("Content-Type: text/plain; version=0.0.4\r\n"))
            #expect(answer.contains("Content-Length: 8\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nräte 1\n"))
        }
    }

    @Test("HEAD gives the same head and no text")
    func head() throws {
        let server = try makeServer()
        let answer = try exchange(server.port, request("HEAD", "/metrics"))
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("Content-Length: 8\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test("Elsewhere there is nothing, and no other method is answered", arguments: ["POST", "DELETE", "OPTIONS"])
    func refusals(method: String) throws {
        let server = try makeServer()
        #expect(try exchange(server.port, request("GET", "/")).hasPrefix("HTTP/1.1 404 "))
        #expect(try exchange(server.port, request("GET", "/metrics/..")).hasPrefix("HTTP/1.1 404 "))
        let answer = try exchange(server.port, request(method, "/metrics"))
        #expect(answer.hasPrefix("HTTP/1.1 405 "))
        #expect(answer.contains("Allow: GET, HEAD\r\n"))
    }

    @Test("What is no request, or is too large, ends that connection alone")
    func garbage() throws {
        let server = try makeServer()
        _ = try exchange(server.port, "\u{1}\u{2}\u{3}\r\n\r\n")
        _ = try exchange(server.port, "GET /" + String(repeating: "a", count: 60_000) + " HTTP/1.1\r\n\r\n")
        #expect(try exchange(server.port, request("GET", "/metrics")).hasPrefix("HTTP/1.1 200 "))
    }

    @Test("A port that is taken is an error that names it; once it is free again it can be had")
    func portInUse() throws {
        let first = try makeServer()
        let port = first.port
        #expect {
            _ = try makeServer(port: port)
        } throws: { error in
            let error = error as? HTTPServerError
            return error?.kind == .portInUse && error?.message.contains("\(port)") == true
        }
        first.stop()
        first.stop()
        let second = try makeServer(port: port)
        #expect(second.port == port)
    }

    @Test("It listens on loopback alone")
    func loopbackOnly() throws {
        let server = try makeServer()
        // proc(5): local address and port in hexadecimal, the address in host order; 0A is listening.
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
        let wanted = String(format: ":%04X", server.port)
        let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
        let listening = rows.filter { $0.count > 3 && $0[1].hasSuffix(wanted) && $0[3] == "0A" }
        #expect(listening.map { String($0[1]) } == ["0100007F\(wanted)"])
    }
}
