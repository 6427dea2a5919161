#define _GNU_SOURCE
#include "onair_system.h"

#include <linux/sockios.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
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
