import COnAirSystem
import Glibc

/// One wrapper for each system call. Never inlined, so that nothing runs between the call and the reading of `errno`;
/// interrupted calls (EINTR) are made again.
enum SystemCall {
    /// The error number of a call that failed.
    struct Failure: Error {
        let number: Int32

        /// The call would have had to wait.
        var isWouldBlock: Bool { number == EAGAIN || number == EWOULDBLOCK }
    }

    @inline(__always)
    private static func check<Number: FixedWidthInteger & SignedInteger>(_ call: () -> Number) throws(Failure) -> Number
    {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw Failure(number: number) }
        }
    }

    @inline(never)
    static func tcpSocket(family: Int32) throws(Failure) -> Int32 { try check { onair_tcp_socket(family) } }

    @inline(never)
    static func connect(_ descriptor: Int32, to address: [UInt8]) throws(Failure) {
        // An interrupted connect goes on by itself: asking again answers EALREADY, which means the same as EINPROGRESS.
        _ = try check { onair_connect(descriptor, address, socklen_t(address.count)) }
    }

    @inline(never)
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        try check { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    @inline(never)
    static func receive(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        try check { Glibc.recv(descriptor, bytes.baseAddress, bytes.count, 0) }
    }

    @inline(never)
    static func shutdownWriting(_ descriptor: Int32) throws(Failure) {
        _ = try check { Glibc.shutdown(descriptor, Int32(SHUT_WR)) }
    }

    @inline(never)
    static func setOption(_ descriptor: Int32, level: Int32, _ option: Int32, _ value: Int32) throws(Failure) {
        var value = value
        _ = try check {
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    @inline(never)
    static func option(_ descriptor: Int32, level: Int32, _ option: Int32) throws(Failure) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        _ = try check { getsockopt(descriptor, level, option, &value, &length) }
        return value
    }

    @inline(never)
    static func isConnectedToItself(_ descriptor: Int32) throws(Failure) -> Bool {
        try check { onair_is_connected_to_itself(descriptor) } == 1
    }

    @inline(never)
    static func unacknowledged(_ descriptor: Int32) throws(Failure) -> Int {
        Int(try check { onair_socket_unacknowledged(descriptor) })
    }

    @inline(never)
    static func readTCP(_ descriptor: Int32) throws(Failure) -> onair_tcp_reading {
        var reading = onair_tcp_reading()
        _ = try check { onair_tcp_read(descriptor, &reading) }
        return reading
    }

    /// A close-on-exec, non-blocking socket that tells of changes of links, addresses and routes of both families.
    @inline(never)
    static func networkNews() throws(Failure) -> Int32 {
        // AF_NETLINK is 16 and NETLINK_ROUTE 0; the address (struct sockaddr_nl) holds the family, two bytes of padding,
        // our number (0: the kernel chooses) and the groups: links 0x1, IPv4 addresses 0x10 and routes 0x40, IPv6
        // addresses 0x100 and routes 0x400.
        let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = try check { socket(16, kind, 0) }
        var address: (UInt16, UInt16, UInt32, UInt32) = (16, 0, 0, 0x551)
        do throws(Failure) {
            _ = try check { onair_bind(descriptor, &address, socklen_t(MemoryLayout.size(ofValue: address))) }
        } catch {
            try? close(descriptor)
            throw error
        }
        return descriptor
    }

    @inline(never)
    static func epoll() throws(Failure) -> Int32 { try check { onair_epoll() } }

    @inline(never)
    static func watchConnect(epoll: Int32, _ descriptor: Int32) throws(Failure) {
        _ = try check { onair_epoll_watch_connect(epoll, descriptor) }
    }

    /// Whether a connect on `descriptor` has ended; never waits.
    @inline(never)
    static func hasEndedConnecting(_ descriptor: Int32) throws(Failure) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return try check { poll(&entry, 1, 0) } > 0
    }

    @inline(never)
    static func watch(_ folder: String) throws(Failure) -> Int32 { try check { onair_watch_folder(folder) } }

    /// Lets a watch tell of another folder too.
    @inline(never)
    static func watch(_ descriptor: Int32, _ folder: String) throws(Failure) {
        _ = try check { onair_watch_folder_too(descriptor, folder) }
    }

    @inline(never)
    static func openForWriting(_ path: String) throws(Failure) -> Int32 { try check { onair_open_for_writing(path) } }

    @inline(never)
    static func openForReading(_ path: String) throws(Failure) -> Int32 {
        try check { open(path, O_RDONLY | O_CLOEXEC) }
    }

    @inline(never)
    static func read(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        try check { Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }

    @inline(never)
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        try check { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }

    @inline(never)
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Failure) -> Int {
        try check { pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
    }

    @inline(never)
    static func truncate(_ descriptor: Int32, to count: Int) throws(Failure) {
        _ = try check { ftruncate(descriptor, off_t(count)) }
    }

    /// Closes; once, since after EINTR Linux has closed the descriptor all the same.
    @inline(never)
    static func close(_ descriptor: Int32) throws(Failure) {
        guard Glibc.close(descriptor) < 0 else { return }
        let number = errno
        if number != EINTR { throw Failure(number: number) }
    }
}
