// What sizes and rates it offers. As with real ones the raw formats are slow where they are large; 322x241 is what
// finds out who assumes even sizes or strides that are a multiple of something.
#include "camera.h"

const struct mode modes[] = {
    {PIXELS_YUYV, 1, 640, 480, {30, 15}},  {PIXELS_YUYV, 2, 320, 240, {30, 15}},  {PIXELS_YUYV, 3, 322, 241, {30, 0}},
    {PIXELS_YUYV, 4, 1280, 720, {10, 5}},  {PIXELS_NV12, 1, 640, 480, {30, 15}},  {PIXELS_NV12, 2, 320, 240, {30, 15}},
    {PIXELS_NV12, 3, 322, 242, {30, 0}},   {PIXELS_MJPEG, 1, 1280, 720, {30, 15}}, {PIXELS_MJPEG, 2, 640, 480, {30, 15}},
    {PIXELS_MJPEG, 3, 320, 240, {30, 15}}, {PIXELS_MJPEG, 4, 322, 241, {30, 0}},
};
const int mode_count = sizeof modes / sizeof *modes;

bool is_offered(enum pixels pixels) { return camera.formats == 0 || camera.formats >> pixels & 1; }

const struct mode *mode_of(int format, int frame) {
    for (int index = 0; index < mode_count; index++)
        if ((int)modes[index].pixels == format && modes[index].frame == frame) return &modes[index];
    return NULL;
}

uint32_t interval_of(int rate) { return 10000000u / (uint32_t)rate; }

uint32_t frame_bytes(const struct mode *mode) {
    uint32_t pixels = (uint32_t)mode->width * (uint32_t)mode->height;
    return mode->pixels == PIXELS_NV12 ? pixels * 3 / 2 : pixels * 2;
}
