// A USB webcam with a microphone that exists only in this process: UVC 1.1 with a bulk endpoint, and UAC 1 with an
// isochronous one. It answers what the kernel's vhci_hcd asks over USB/IP, so uvcvideo and snd-usb-audio drive it as
// they drive any other.
//
// One thread talks to the bus and never waits for anything but it; a second one paints what the lens sees when that
// changes. What both touch is behind `camera.lock`.
#ifndef CAMERA_H
#define CAMERA_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Time, in seconds since the epoch. It never jumps: it is the monotonic clock, moved once.
double camera_now(void);

// --- What it offers -------------------------------------------------------------------------------------------------

enum pixels { PIXELS_YUYV = 1, PIXELS_NV12 = 2, PIXELS_MJPEG = 3 };

struct mode {
    enum pixels pixels;   // also the number of the UVC format
    int frame;            // the number of the UVC frame, from 1 in each format
    int width, height;
    int rates[2];         // frames per second, the default first; 0 for none
};

extern const struct mode modes[];
extern const int mode_count;
bool is_offered(enum pixels pixels);
const struct mode *mode_of(int format, int frame);
uint32_t interval_of(int rate);  // in units of 100 ns
uint32_t frame_bytes(const struct mode *mode);

// --- Controls -------------------------------------------------------------------------------------------------------

enum { STALL_INFO = 1, STALL_GET = 2, STALL_RANGE = 4, STALL_SET = 8 };

struct control {
    const char *name;
    uint8_t unit, selector;
    uint8_t offset, size;  // in the request's data
    int32_t minimum, maximum, step, initial;
    int32_t value;
    unsigned stalls;       // requests that are refused
};

extern struct control controls[];
extern const int control_count;
struct control *control_named(const char *name);
int32_t control_value(const char *name);
// Both return the length of the answer, or -1 for a stall.
int controls_get(int unit, int selector, int request, uint8_t *answer);
int controls_set(int unit, int selector, const uint8_t *data, int length);
// Lets automatic focus, exposure and white balance move on; true where that changed something.
bool controls_settle(double now);

// --- Picture --------------------------------------------------------------------------------------------------------

enum { STRIP_COLUMNS = 40, LAMP_OFF = 30, LAMP_ON = 230, STRIP_ZERO = 40, STRIP_ONE = 200, BAND_DARK = 60, BAND_LIGHT = 180 };

// A painted picture, 4:2:2 in three planes.
struct painting {
    int width, height;
    uint8_t *y, *u, *v;  // the last two of width / 2
};

// What the lens sees with the controls as they are: strip, band and lamp are not in it.
void paint(struct painting *painting, const struct mode *mode);

// What moves: the numbers in the strip, the band's light, the lamp.
struct moving {
    uint64_t strip[2];  // 40 cells each, bit 39 the leftmost
    int band;           // the light's left edge, of 1000
    bool flash;
};
struct moving moving_at(uint32_t number, int64_t grid, int rate);
// The luma of what moves at a place, or -1 where nothing does.
int moving_luma(const struct moving *moving, int width, int height, int x, int y);

// A JPEG cut into rows of blocks between its restart markers, so that a row can be exchanged.
struct jpeg_rows {
    uint8_t *data;
    size_t capacity, header;  // the header ends with the start of scan
    int rows;
    size_t start[256], end[256];
    int dc_step;              // quantisation step of the luma's mean
};
void jpeg_encode(struct jpeg_rows *rows, const struct painting *painting, int top, int height);
// A whole JPEG of what was painted and what moves; returns its length.
size_t jpeg_compose(uint8_t *to, const struct jpeg_rows *dark, const struct jpeg_rows *lit, int lit_from,
                    const struct moving *moving, int width, int height);

// --- Camera and microphone --------------------------------------------------------------------------------------------

enum fault { FAULT_NONE, FAULT_TRUNCATED, FAULT_EMPTY, FAULT_GARBAGE, FAULT_WRONG_SIZE };

struct camera {
    pthread_mutex_t lock;
    pthread_cond_t repaint;
    const struct mode *mode;   // what is streamed
    bool is_streaming, must_paint, is_painted;
    // Only the bus's thread:
    int rate;                  // frames per second as committed
    bool is_frozen, is_slow;   // slow: half the rate
    int light;                 // of the scene, in percent
    int subject;               // where the focus motor finds the sharpest picture
    enum fault fault;
    int faults_left;
    long frames;               // sent since the stream began
    // Options:
    int port;
    const char *product, *serial;
    bool has_microphone;
    unsigned formats;          // those that are offered: a bit for each of `pixels`
};
extern struct camera camera;

void video_begin(void);  // starts the painter
int video_probe(int selector, int request, uint8_t *answer);
int video_commit(int selector, const uint8_t *data, int length);
void video_stop(void);
void video_urb(uint32_t sequence, int length);
bool video_cancel(uint32_t sequence);
double video_step(double now);  // does what is due; when to come again

struct microphone {
    int alternate;
    bool is_muted, beeps;
    int volume;       // in 1/256 dB
    double ppm;       // how much too fast its clock is
    long samples;
};
extern struct microphone microphone;
void microphone_urb(uint32_t sequence, int packets, const uint32_t *descriptors);
bool microphone_cancel(uint32_t sequence);
void microphone_stop(void);
double microphone_step(double now);

// --- Bus --------------------------------------------------------------------------------------------------------------

enum { MAXIMUM_PACKETS = 256, MAXIMUM_PAYLOAD = 16384, MAXIMUM_MICROPHONE_PACKET = 100 };

int descriptors_device(uint8_t *answer);
int descriptors_configuration(uint8_t *answer);
int descriptors_string(int index, uint8_t *answer);
// Answers a control request; the length of the answer, or -1 for a stall.
int requests_answer(const uint8_t *setup, const uint8_t *data, uint8_t *answer);

void bus_complete(uint32_t sequence, const void *data, int length);
void bus_complete_packets(uint32_t sequence, const void *data, int length, int packets, const uint32_t *descriptors);

// Takes one command line and writes its answer.
void commands_run(char *line, char *answer, size_t size);

#endif
