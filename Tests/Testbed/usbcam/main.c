// usbcam: plugs the camera in, and talks to it.
//
//   usbcam plug [--port N] [--product NAME] [--serial NUMBER] [--no-microphone] [--only FORMAT] [--COMMAND-AND-ARGUMENTS]…
//   usbcam tell PORT COMMAND…
//
// `plug` says "attached" once the bus has it, and ends when told to unplug, or by SIGTERM. Every other option is a command
// to begin with, such as "--stall focus_auto info". FORMAT is YUYV, NV12 or MJPG: what else it has is not offered. Ports 0 to 7 are there. Needs root and the module vhci-hcd.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "camera.h"

volatile bool is_over;

// --- USB/IP (Documentation/usb/usbip_protocol.rst) ----------------------------------------------------------------------

enum { COMMAND_SUBMIT = 1, COMMAND_UNLINK = 2, ANSWER_SUBMIT = 3, ANSWER_UNLINK = 4, HIGH_SPEED = 3 };

struct header {  // all big-endian, 48 bytes
    uint32_t command, sequence, device, direction, endpoint;
    union {
        struct {
            uint32_t flags, length, start_frame, packets, interval;
            uint8_t setup[8];
        } submit;
        struct {
            uint32_t status, length, start_frame, packets, errors, unused[2];
        } answer;
        struct {
            uint32_t sequence, unused[6];
        } unlink;
    };
};
_Static_assert(sizeof(struct header) == 48, "as on the wire");

static int bus = -1;

static void gone(void) {
    printf("the bus is gone\n");
    exit(0);
}

static void read_all(void *to, size_t count) {
    while (count) {
        ssize_t got = read(bus, to, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) gone();
        to = (char *)to + got;
        count -= (size_t)got;
    }
}

static void write_all(const void *from, size_t count) {
    while (count) {
        ssize_t put = write(bus, from, count);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) gone();
        from = (const char *)from + put;
        count -= (size_t)put;
    }
}

static void answer(uint32_t sequence, int status, const void *data, int sent, int length, int packets, const uint32_t *descriptors) {
    struct header header = {.command = htonl(ANSWER_SUBMIT), .sequence = sequence};
    header.answer.status = htonl((uint32_t)status);
    header.answer.length = htonl((uint32_t)length);
    header.answer.packets = htonl((uint32_t)packets);
    write_all(&header, sizeof header);
    if (sent) write_all(data, (size_t)sent);
    if (packets) write_all(descriptors, (size_t)packets * 16);
}

void bus_complete(uint32_t sequence, const void *data, int length) { answer(sequence, 0, data, length, length, 0, NULL); }

void bus_complete_packets(uint32_t sequence, const void *data, int length, int packets, const uint32_t *descriptors) {
    answer(sequence, 0, data, length, length, packets, descriptors);
}

static void submitted(const struct header *header) {
    static uint8_t data[65536], reply[4096];
    static uint32_t descriptors[4 * MAXIMUM_PACKETS];
    bool is_out = ntohl(header->direction) == 0;
    int length = (int)ntohl(header->submit.length), packets = (int)ntohl(header->submit.packets);
    if (is_out && length > 0) {
        if (length > (int)sizeof data) gone();
        read_all(data, (size_t)length);
    }
    switch (ntohl(header->endpoint)) {
    case 0: {
        int count = requests_answer(header->submit.setup, data, reply);
        if (count < 0) {
            answer(header->sequence, -EPIPE, NULL, 0, 0, 0, NULL);
        } else if (is_out) {
            answer(header->sequence, 0, NULL, 0, length, 0, NULL);
        } else {
            int wanted = header->submit.setup[6] | header->submit.setup[7] << 8;
            if (count > wanted) count = wanted;
            answer(header->sequence, 0, reply, count, count, 0, NULL);
        }
        return;
    }
    case 1: video_urb(header->sequence, length); return;
    case 2:
        if (packets < 1 || packets > MAXIMUM_PACKETS) gone();
        read_all(descriptors, (size_t)packets * 16);
        microphone_urb(header->sequence, packets, descriptors);
        return;
    default: answer(header->sequence, -EPIPE, NULL, 0, 0, 0, NULL);
    }
}

static void from_bus(void) {
    struct header header;
    read_all(&header, sizeof header);
    if (ntohl(header.command) == COMMAND_SUBMIT) {
        submitted(&header);
    } else if (ntohl(header.command) == COMMAND_UNLINK) {
        uint32_t victim = header.unlink.sequence;
        bool is_found = video_cancel(victim) || microphone_cancel(victim);
        struct header reply = {.command = htonl(ANSWER_UNLINK), .sequence = header.sequence};
        reply.answer.status = htonl((uint32_t)(is_found ? -ECONNRESET : 0));
        write_all(&reply, sizeof reply);
    }
}

static int attach(int port) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
    FILE *file = fopen("/sys/devices/platform/vhci_hcd.0/attach", "w");
    if (!file) return -1;
    fprintf(file, "%d %d %d %d", port, ends[1], 0x10002 + port, HIGH_SPEED);
    if (fclose(file) != 0) return -1;
    close(ends[1]);
    return ends[0];
}

// --- Commands ---------------------------------------------------------------------------------------------------------

static struct sockaddr_un address_of(int port) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "/run/usbcam-%d", port);
    return address;
}

static int listen_for_commands(int port) {
    struct sockaddr_un address = address_of(port);
    unlink(address.sun_path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8) != 0) return -1;
    return listener;
}

static void serve_command(int listener) {
    int guest = accept(listener, NULL, NULL);
    if (guest < 0) return;
    char line[256], reply[4096];
    ssize_t length = read(guest, line, sizeof line - 1);
    line[length > 0 ? length : 0] = 0;
    commands_run(line, reply, sizeof reply);
    if (write(guest, reply, strlen(reply)) < 0) printf("nobody waits for the answer\n");
    close(guest);
}

static int tell(int argc, char **argv) {
    if (argc < 2) return 64;
    struct sockaddr_un address = address_of(atoi(argv[0]));
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(server, (struct sockaddr *)&address, sizeof address) != 0) {
        perror(address.sun_path);
        return 1;
    }
    char line[256] = "", reply[4096];
    for (int index = 1; index < argc; index++) {
        strncat(line, argv[index], sizeof line - strlen(line) - 2);
        strcat(line, " ");
    }
    if (write(server, line, strlen(line)) < 0) return 1;
    ssize_t got;
    bool is_error = false;
    for (bool is_first = true; (got = read(server, reply, sizeof reply)) > 0; is_first = false) {
        if (is_first) is_error = strncmp(reply, "error", 5) == 0;
        fwrite(reply, 1, (size_t)got, stdout);
    }
    return is_error;
}

// --- The whole --------------------------------------------------------------------------------------------------------

static double clock_seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double camera_now(void) {
    static double epoch;
    if (epoch == 0) epoch = clock_seconds(CLOCK_REALTIME) - clock_seconds(CLOCK_MONOTONIC);
    return epoch + clock_seconds(CLOCK_MONOTONIC);
}

static void on_signal(int number) {
    (void)number;
    is_over = true;
}

static bool take_options(int argc, char **argv) {
    for (int index = 0; index < argc; index++) {
        const char *value = index + 1 < argc ? argv[index + 1] : "";
        if (strcmp(argv[index], "--port") == 0) camera.port = atoi(value), index++;
        else if (strcmp(argv[index], "--product") == 0) camera.product = value, index++;
        else if (strcmp(argv[index], "--serial") == 0) camera.serial = value, index++;
        else if (strcmp(argv[index], "--no-microphone") == 0) camera.has_microphone = false;
        else if (strcmp(argv[index], "--only") == 0) {
            static const char *const formats[] = {"", "YUYV", "NV12", "MJPG"};
            for (int pixels = PIXELS_YUYV; pixels <= PIXELS_MJPEG; pixels++)
                if (strcmp(value, formats[pixels]) == 0) camera.formats = 1u << pixels;
            index++;
        }
        else if (strncmp(argv[index], "--", 2) == 0) {
            char line[256], reply[4096];
            snprintf(line, sizeof line, "%s", argv[index] + 2);
            while (index + 1 < argc && strncmp(argv[index + 1], "--", 2) != 0) {
                strncat(line, " ", sizeof line - strlen(line) - 1);
                strncat(line, argv[++index], sizeof line - strlen(line) - 1);
            }
            commands_run(line, reply, sizeof reply);
            if (strncmp(reply, "error", 5) == 0) return false;
        } else return false;
    }
    return true;
}

static int plug(int argc, char **argv) {
    for (int index = 0; index < control_count; index++) controls[index].value = controls[index].initial;
    if (!take_options(argc, argv)) return 64;
    struct sigaction ending = {.sa_handler = on_signal};
    sigaction(SIGTERM, &ending, NULL);
    sigaction(SIGINT, &ending, NULL);
    signal(SIGPIPE, SIG_IGN);
    int listener = listen_for_commands(camera.port);
    bus = attach(camera.port);
    if (listener < 0 || bus < 0) {
        perror("cannot be plugged in");
        return 1;
    }
    video_begin();
    printf("attached\n");
    while (!is_over) {
        double now = camera_now(), video = video_step(now), sound = microphone_step(now);
        double wait = (video < sound ? video : sound) - camera_now();
        if (wait < 0) wait = 0;
        struct timespec timeout = {.tv_sec = (time_t)wait, .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)};
        struct pollfd files[] = {{bus, POLLIN, 0}, {listener, POLLIN, 0}};
        if (ppoll(files, 2, &timeout, NULL) <= 0) continue;
        if (files[0].revents) from_bus();
        if (files[1].revents) serve_command(listener);
    }
    shutdown(bus, SHUT_RDWR);
    unlink(address_of(camera.port).sun_path);
    printf("unplugged\n");
    return 0;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc >= 2 && strcmp(argv[1], "plug") == 0) return plug(argc - 2, argv + 2);
    if (argc >= 2 && strcmp(argv[1], "tell") == 0) return tell(argc - 2, argv + 2);
    fprintf(stderr, "usbcam plug [--port N] [--product NAME] [--serial NUMBER] …, or usbcam tell PORT COMMAND…\n");
    return 64;
}
