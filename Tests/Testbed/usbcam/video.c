// The video stream: negotiation (UVC 1.1, 4.3.1.1), the painter, and frames cut into payloads (2.4.3.3).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"

enum { PROBE_BYTES = 34, MAXIMUM_URBS = 64, MAXIMUM_FRAME = 1280 * 720 * 2 + 65536 };
enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_LEN = 0x85, GET_INFO = 0x86, PROBE = 1, COMMIT = 2 };

struct camera camera = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .repaint = PTHREAD_COND_INITIALIZER, .light = 100, .subject = 60,
    .product = "OnAir Test Camera", .serial = "SN0001", .has_microphone = true,
};

static uint8_t agreed[3][PROBE_BYTES];
static struct {
    uint32_t sequence;
    int length;
} urbs[MAXIMUM_URBS];
static int urb_count;

// What the painter leaves for the bus's thread, behind the lock.
static struct {
    const struct mode *mode;
    uint8_t *raw;
    struct jpeg_rows dark, lit;
    int lit_from;
} base;

static uint8_t frame[MAXIMUM_FRAME];
static size_t frame_length, frame_sent;
static bool has_frame;
static uint8_t toggle;
static int64_t last_grid, first_grid;

// --- Negotiation ------------------------------------------------------------------------------------------------------

static void write_number(uint8_t *to, uint32_t value) {
    for (int byte = 0; byte < 4; byte++) to[byte] = (uint8_t)(value >> (8 * byte));
}

static uint32_t read_number(const uint8_t *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static int granted_rate(const struct mode *mode, uint32_t interval) {
    int best = mode->rates[0];
    for (int index = 0; index < 2 && mode->rates[index]; index++)
        if (llabs((long long)interval_of(mode->rates[index]) - interval) < llabs((long long)interval_of(best) - interval))
            best = mode->rates[index];
    return best;
}

// What is granted for a format, a frame and an interval; the first of all where there is no such.
static void grant(uint8_t *probe, int format, int frame_number, uint32_t interval) {
    const struct mode *mode = is_offered((enum pixels)format) ? mode_of(format, frame_number) : NULL;
    if (!mode && is_offered((enum pixels)format)) mode = mode_of(format, 1);
    for (int index = 0; !mode; index++)
        if (is_offered(modes[index].pixels)) mode = &modes[index];
    memset(probe, 0, PROBE_BYTES);
    probe[0] = 1;
    probe[2] = (uint8_t)mode->pixels;
    probe[3] = (uint8_t)mode->frame;
    write_number(probe + 4, interval_of(granted_rate(mode, interval)));
    write_number(probe + 18, frame_bytes(mode));
    write_number(probe + 22, MAXIMUM_PAYLOAD);
    write_number(probe + 26, 48000000);
    probe[30] = 3;
    probe[31] = probe[32] = probe[33] = 1;
}

int video_probe(int selector, int request, uint8_t *answer) {
    if (selector != PROBE && selector != COMMIT) return -1;
    if (!agreed[selector][2]) grant(agreed[selector], 1, 1, 0);
    switch (request) {
    case GET_INFO: answer[0] = 3; return 1;
    case GET_LEN: answer[0] = PROBE_BYTES, answer[1] = 0; return 2;
    case GET_CUR: memcpy(answer, agreed[selector], PROBE_BYTES); return PROBE_BYTES;
    default: grant(answer, agreed[PROBE][2], agreed[PROBE][3], 0); return PROBE_BYTES;
    }
}

int video_commit(int selector, const uint8_t *data, int length) {
    if ((selector != PROBE && selector != COMMIT) || length < 26) return -1;
    grant(agreed[selector], data[2], data[3], read_number(data + 4));
    if (selector == PROBE) return 0;
    const uint8_t *granted = agreed[COMMIT];
    pthread_mutex_lock(&camera.lock);
    camera.mode = mode_of(granted[2], granted[3]);
    camera.rate = (int)lround(1e7 / read_number(granted + 4));
    camera.is_streaming = camera.must_paint = true;
    camera.is_painted = false;
    pthread_cond_signal(&camera.repaint);
    pthread_mutex_unlock(&camera.lock);
    camera.frames = 0;
    last_grid = 0;
    has_frame = false;
    printf("stream %dx%d at %d, format %d\n", camera.mode->width, camera.mode->height, camera.rate, camera.mode->pixels);
    return 0;
}

void video_stop(void) {
    if (camera.is_streaming) printf("stop after %ld frames\n", camera.frames);
    pthread_mutex_lock(&camera.lock);
    camera.is_streaming = false;
    pthread_mutex_unlock(&camera.lock);
    has_frame = false;
}

// --- Painter ----------------------------------------------------------------------------------------------------------

static void draw_lamp(struct painting *painting, int luma) {
    int width = painting->width, height = painting->height;
    for (int y = 3 * height / 8; y < 5 * height / 8; y++) {
        memset(painting->y + y * width + 3 * width / 8, luma, (size_t)(5 * width / 8 - 3 * width / 8));
        size_t left = (size_t)(3 * width / 16), right = (size_t)(5 * width / 16);
        memset(painting->u + (size_t)y * (size_t)(width / 2) + left, 128, right - left);
        memset(painting->v + (size_t)y * (size_t)(width / 2) + left, 128, right - left);
    }
}

static uint8_t *packed(const struct painting *painting, enum pixels pixels) {
    int width = painting->width, height = painting->height, half = width / 2;
    uint8_t *raw = malloc((size_t)(width * height * 2));
    if (pixels == PIXELS_YUYV) {
        for (int pair = 0; pair < half * height; pair++) {
            raw[4 * pair] = painting->y[2 * pair];
            raw[4 * pair + 1] = painting->u[pair];
            raw[4 * pair + 2] = painting->y[2 * pair + 1];
            raw[4 * pair + 3] = painting->v[pair];
        }
        return raw;
    }
    memcpy(raw, painting->y, (size_t)(width * height));
    uint8_t *chroma = raw + width * height;
    for (int row = 0; row < height / 2; row++)
        for (int x = 0; x < half; x++) {
            *chroma++ = painting->u[2 * row * half + x];
            *chroma++ = painting->v[2 * row * half + x];
        }
    return raw;
}

static void *painter(void *unused) {
    (void)unused;
    struct painting painting = {0};
    for (;;) {
        pthread_mutex_lock(&camera.lock);
        while (!camera.must_paint || !camera.is_streaming) pthread_cond_wait(&camera.repaint, &camera.lock);
        camera.must_paint = false;
        const struct mode *mode = camera.mode;
        pthread_mutex_unlock(&camera.lock);

        paint(&painting, mode);
        draw_lamp(&painting, LAMP_OFF);
        uint8_t *raw = NULL;
        struct jpeg_rows dark = {0}, lit = {0};
        int lit_from = mode->height * 3 / 8 / 8;
        if (mode->pixels == PIXELS_MJPEG) {
            jpeg_encode(&dark, &painting, 0, mode->height);
            draw_lamp(&painting, LAMP_ON);
            int below = (mode->height * 5 / 8 + 7) / 8 * 8;
            jpeg_encode(&lit, &painting, lit_from * 8, below - lit_from * 8);
        } else {
            raw = packed(&painting, mode->pixels);
        }

        pthread_mutex_lock(&camera.lock);
        free(base.raw);
        free(base.dark.data);
        free(base.lit.data);
        base.mode = mode;
        base.raw = raw;
        base.dark = dark;
        base.lit = lit;
        base.lit_from = lit_from;
        camera.is_painted = camera.mode == mode;
        pthread_mutex_unlock(&camera.lock);
    }
    return NULL;
}

void video_begin(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, painter, NULL);
    first_grid = 0;
}

// --- Frames -----------------------------------------------------------------------------------------------------------

static void draw_moving(const struct moving *moving, const struct mode *mode) {
    int width = mode->width, height = mode->height, step = mode->pixels == PIXELS_YUYV ? 2 : 1;
    uint8_t line[2048];
    // Each row of cells and the band is one line, many times.
    const int edges[] = {0, height / 20, height / 10, height * 3 / 20};
    for (int part = 0; part < 3; part++) {
        for (int x = 0; x < width; x++) line[x] = (uint8_t)moving_luma(moving, width, height, x, edges[part]);
        for (int y = edges[part]; y < edges[part + 1]; y++)
            if (step == 1) {
                memcpy(frame + y * width, line, (size_t)width);
            } else {
                uint8_t *to = frame + y * width * 2;
                for (int x = 0; x < width; x++) to[2 * x] = line[x], to[2 * x + 1] = 128;
            }
    }
    if (step == 1) memset(frame + width * height, 128, (size_t)(width * (height * 3 / 20 / 2)));
    if (!moving->flash) return;
    for (int y = 3 * height / 8; y < 5 * height / 8; y++)
        for (int x = 3 * width / 8; x < 5 * width / 8; x++) frame[(y * width + x) * step] = LAMP_ON;
}

static size_t wrong_size(uint8_t *to) {
    static struct jpeg_rows rows;
    static uint8_t y[160 * 120], u[80 * 120], v[80 * 120];
    if (!rows.data) {
        memset(y, 100, sizeof y);
        memset(u, 200, sizeof u);
        memset(v, 60, sizeof v);
        jpeg_encode(&rows, &(struct painting){160, 120, y, u, v}, 0, 120);
    }
    memcpy(to, rows.data, rows.capacity);
    return rows.capacity;
}

static void next_frame(int64_t grid) {
    const struct mode *mode = camera.mode;
    struct moving moving = moving_at((uint32_t)(grid - first_grid), grid, camera.rate);
    if (mode->pixels == PIXELS_MJPEG) {
        frame_length = jpeg_compose(frame, &base.dark, &base.lit, base.lit_from, &moving, mode->width, mode->height);
    } else {
        frame_length = frame_bytes(mode);
        memcpy(frame, base.raw, frame_length);
        draw_moving(&moving, mode);
    }
    if (camera.faults_left > 0) {
        camera.faults_left--;
        switch (camera.fault) {
        case FAULT_TRUNCATED: frame_length /= 2; break;
        case FAULT_EMPTY: frame_length = 0; break;
        case FAULT_GARBAGE: frame_length = 48; memset(frame, 0xA5, frame_length); break;
        case FAULT_WRONG_SIZE: frame_length = wrong_size(frame); break;
        case FAULT_NONE: break;
        }
    }
    frame_sent = 0;
    has_frame = true;
    toggle ^= 1;
    camera.frames++;
}

// A dark scene may make the exposure longer than a frame, where that is allowed: then frames are left out.
static int frame_step(void) {
    int step = camera.is_slow ? 2 : 1;
    if (control_value("exposure_priority")) {
        int needed = (int)ceil(control_value("exposure") * 1e-4 * camera.rate - 1e-6);
        if (needed > step) step = needed;
    }
    return step;
}

void video_urb(uint32_t sequence, int length) {
    if (urb_count == MAXIMUM_URBS) return;
    urbs[urb_count].sequence = sequence;
    urbs[urb_count++].length = length;
}

bool video_cancel(uint32_t sequence) {
    for (int index = 0; index < urb_count; index++) {
        if (urbs[index].sequence != sequence) continue;
        memmove(urbs + index, urbs + index + 1, (size_t)(--urb_count - index) * sizeof *urbs);
        return true;
    }
    return false;
}

double video_step(double now) {
    bool moved = controls_settle(now);
    pthread_mutex_lock(&camera.lock);
    if (moved) {
        camera.must_paint = true;
        pthread_cond_signal(&camera.repaint);
    }
    double next = now + 0.033;
    while (camera.is_streaming && camera.is_painted && !camera.is_frozen && urb_count) {
        if (!has_frame) {
            int step = frame_step();
            int64_t grid = (int64_t)floor(now * camera.rate) / step * step;
            if (!first_grid) first_grid = grid;
            if (grid <= last_grid) {
                next = (double)(last_grid / step * step + step) / camera.rate;
                break;
            }
            last_grid = grid;
            next_frame(grid);
        }
        static uint8_t payload[MAXIMUM_PAYLOAD];
        size_t room = (size_t)(urbs[0].length < MAXIMUM_PAYLOAD ? urbs[0].length : MAXIMUM_PAYLOAD) - 2;
        size_t part = frame_length - frame_sent < room ? frame_length - frame_sent : room;
        bool is_last = frame_sent + part == frame_length;
        payload[0] = 2;
        payload[1] = (uint8_t)(0x80 | toggle | (is_last ? 2 : 0));
        memcpy(payload + 2, frame + frame_sent, part);
        frame_sent += part;
        if (is_last) has_frame = false;
        uint32_t sequence = urbs[0].sequence;
        memmove(urbs, urbs + 1, (size_t)--urb_count * sizeof *urbs);
        bus_complete(sequence, payload, (int)part + 2);
    }
    pthread_mutex_unlock(&camera.lock);
    return next;
}
