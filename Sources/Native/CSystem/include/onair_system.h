#ifndef ONAIR_SYSTEM_H
#define ONAIR_SYSTEM_H
// System calls that Swift's Glibc module does not offer: GNU extensions, variadics and macros.
#include <poll.h>
#include <stdint.h>

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

#endif
