#ifndef ONAIR_SYSTEM_H
#define ONAIR_SYSTEM_H
// System calls that Swift's Glibc module does not offer: GNU extensions, variadics and macros.
#include <poll.h>
#include <stdint.h>
#include <sys/socket.h>

/// A close-on-exec, non-blocking eventfd at 0; -1 and errno on failure.
int onair_eventfd(void);
/// ppoll(2) on `count` descriptors; waits for ever when `timeout_ns` is negative.
int onair_ppoll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns);
/// Asks the kernel to wake this thread's timers within `nanoseconds` instead of the default 50 µs.
void onair_set_timer_slack(unsigned long nanoseconds);
/// Names the calling thread; the kernel keeps 15 bytes.
void onair_set_thread_name(const char *name);
/// Bytes in the socket's send queue that the peer has not acknowledged (SIOCOUTQ); -1 and errno on failure.
int onair_socket_unacknowledged(int descriptor);

/// What the kernel knows of a TCP connection (TCP_INFO).
struct onair_tcp_reading {
    /// Bytes that have not been sent yet (`tcpi_notsent_bytes`).
    uint32_t unsent_bytes;
    /// The smoothed round-trip time in microseconds (`tcpi_rtt`); 0 before the first measurement.
    uint32_t round_trip_us;
    /// Segments sent once more (`tcpi_total_retrans`).
    uint32_t retransmits;
    /// Bytes the peer has acknowledged (`tcpi_bytes_acked`), the connection request counted as one.
    uint64_t acknowledged_bytes;
};
/// Reads it; figures an older kernel does not tell are 0. 0, or -1 and errno.
int onair_tcp_read(int descriptor, struct onair_tcp_reading *reading);
/// Creates or truncates a file for writing, close-on-exec; -1 and errno on failure.
int onair_open_for_writing(const char *path);
/// A close-on-exec, non-blocking TCP socket; -1 and errno on failure.
int onair_tcp_socket(int family);
/// connect(2) with an address of any family; 0, or -1 and errno.
int onair_connect(int descriptor, const void *address, socklen_t length);
/// bind(2) with an address of any family; 0, or -1 and errno.
int onair_bind(int descriptor, const void *address, socklen_t length);
/// The socket's own address, of whatever family, in at most `room` bytes; its length, or -1 and errno.
int onair_own_address(int descriptor, void *address, socklen_t room);
/// A close-on-exec epoll descriptor; -1 and errno on failure.
int onair_epoll(void);
/// Makes `epoll` readable once the connect on `descriptor` has ended one way or the other; 0, or -1 and errno.
int onair_epoll_watch_connect(int epoll, int descriptor);
/// The system's words for `number`, a constant; null when there is no such error.
const char *onair_error_text(int number);
/// Processors this process may use: honours taskset and containers' CPU sets. At least 1.
int onair_processor_count(void);
/// 1 when both ends of the connection are this very socket, 0 when not; -1 and errno on failure.
int onair_is_connected_to_itself(int descriptor);
/// 1 when the kernel says that the wall clock is kept by a time server, 0 when not, -1 where it does not tell.
int onair_clock_is_synchronized(void);

/// A close-on-exec, non-blocking inotify descriptor that tells of names made, removed, moved or given other attributes in
/// `folder`; -1 and errno on failure.
int onair_watch_folder(const char *folder);

/// Lets `descriptor`, from `onair_watch_folder`, tell of another folder too; no more often where it does already. 0, or -1
/// and errno.
int onair_watch_folder_too(int descriptor, const char *folder);

#endif
