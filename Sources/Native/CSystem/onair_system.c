#define _GNU_SOURCE
#include "onair_system.h"

#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
#include <errno.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <sched.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <time.h>

int onair_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int onair_ppoll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns) {
    struct timespec timeout = {timeout_ns / 1000000000, timeout_ns % 1000000000};
    return ppoll(descriptors, count, timeout_ns < 0 ? 0 : &timeout, 0);
}

void onair_set_timer_slack(unsigned long nanoseconds) { prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0); }

void onair_set_thread_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int onair_socket_unacknowledged(int descriptor) {
    int bytes = 0;
    return ioctl(descriptor, SIOCOUTQ, &bytes) < 0 ? -1 : bytes;
}

int onair_tcp_read(int descriptor, struct onair_tcp_reading *reading) {
    // Zero where an older kernel answers with a shorter structure.
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) < 0) return -1;
    reading->unsent_bytes = info.tcpi_notsent_bytes;
    reading->round_trip_us = info.tcpi_rtt;
    reading->retransmits = info.tcpi_total_retrans;
    reading->acknowledged_bytes = info.tcpi_bytes_acked;
    return 0;
}

int onair_open_for_writing(const char *path) {
    // Non-blocking for the sake of pipes, whose opening would wait for a reader; files do not care.
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    if (descriptor < 0) return -1;
    struct stat status;
    int failure = 0;
    if (fstat(descriptor, &status) < 0) {
        failure = errno;
    } else if (S_ISFIFO(status.st_mode)) {
        failure = ENXIO;
    } else if (S_ISREG(status.st_mode)) {
        // Emptied only once it is ours: somebody else may be writing it. A file system without locks is no obstacle.
        if (flock(descriptor, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) failure = EBUSY;
        while (failure == 0 && status.st_size > 0 && ftruncate(descriptor, 0) < 0) {
            if (errno != EINTR) failure = errno;
        }
    }
    if (failure == 0) return descriptor;
    close(descriptor);
    errno = failure;
    return -1;
}

int onair_tcp_socket(int family) {
    return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
}

int onair_connect(int descriptor, const void *address, socklen_t length) {
    return connect(descriptor, (const struct sockaddr *)address, length);
}

int onair_bind(int descriptor, const void *address, socklen_t length) {
    return bind(descriptor, (const struct sockaddr *)address, length);
}

int onair_own_address(int descriptor, void *address, socklen_t room) {
    socklen_t length = room;
    if (getsockname(descriptor, (struct sockaddr *)address, &length) < 0) return -1;
    return (int)(length < room ? length : room);
}

int onair_epoll_watch_connect(int epoll, int descriptor) {
    struct epoll_event event = {.events = EPOLLOUT, .data = {.fd = descriptor}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int onair_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

const char *onair_error_text(int number) { return strerrordesc_np(number); }

int onair_processor_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : count;
}

int onair_is_connected_to_itself(int descriptor) {
    struct sockaddr_storage own = {0}, peer = {0};
    socklen_t own_length = sizeof own, peer_length = sizeof peer;
    if (getsockname(descriptor, (struct sockaddr *)&own, &own_length) < 0) return -1;
    if (getpeername(descriptor, (struct sockaddr *)&peer, &peer_length) < 0) return -1;
    return own_length == peer_length && memcmp(&own, &peer, own_length) == 0;
}

int onair_clock_is_synchronized(void) {
    struct timex state = {0};
    if (adjtimex(&state) < 0) return -1;
    return (state.status & STA_UNSYNC) == 0;
}

int onair_watch_folder_too(int descriptor, const char *folder) {
    uint32_t news = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;
    return inotify_add_watch(descriptor, folder, news) >= 0 ? 0 : -1;
}

int onair_watch_folder(const char *folder) {
    int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (descriptor < 0) return -1;
    if (onair_watch_folder_too(descriptor, folder) == 0) return descriptor;
    int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
}
