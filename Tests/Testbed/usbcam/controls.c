// The controls and what they do by themselves: UVC 1.1 chapter 4.2.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"

enum { CAMERA = 1, PROCESSING = 2 };
enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF };
enum { EXPOSURE_MANUAL = 1, EXPOSURE_APERTURE_PRIORITY = 8 };
enum { NORMAL_EXPOSURE = 156, NORMAL_GAIN = 64 };

// The step of the exposure mode is the set of modes there are.
struct control controls[] = {
    {"exposure_mode", CAMERA, 0x02, 0, 1, 0, 0, 0x09, 8, 0, 0},
    {"exposure_priority", CAMERA, 0x03, 0, 1, 0, 1, 1, 0, 0, 0},
    {"exposure", CAMERA, 0x04, 0, 4, 1, 10000, 1, NORMAL_EXPOSURE, 0, 0},
    {"focus", CAMERA, 0x06, 0, 2, 0, 250, 5, 0, 0, 0},
    {"focus_auto", CAMERA, 0x08, 0, 1, 0, 1, 1, 1, 0, 0},
    {"zoom", CAMERA, 0x0B, 0, 2, 100, 500, 1, 100, 0, 0},
    {"pan", CAMERA, 0x0D, 0, 4, -36000, 36000, 3600, 0, 0, 0},
    {"tilt", CAMERA, 0x0D, 4, 4, -36000, 36000, 3600, 0, 0, 0},
    {"backlight", PROCESSING, 0x01, 0, 2, 0, 2, 1, 0, 0, 0},
    {"brightness", PROCESSING, 0x02, 0, 2, -64, 64, 1, 0, 0, 0},
    {"contrast", PROCESSING, 0x03, 0, 2, 0, 95, 1, 50, 0, 0},
    {"gain", PROCESSING, 0x04, 0, 2, 0, 128, 1, NORMAL_GAIN, 0, 0},
    {"power_line", PROCESSING, 0x05, 0, 1, 0, 2, 1, 1, 0, 0},
    {"hue", PROCESSING, 0x06, 0, 2, -180, 180, 1, 0, 0, 0},
    {"saturation", PROCESSING, 0x07, 0, 2, 0, 100, 1, 50, 0, 0},
    {"sharpness", PROCESSING, 0x08, 0, 2, 0, 7, 1, 2, 0, 0},
    {"white_balance", PROCESSING, 0x0A, 0, 2, 2800, 6500, 10, 4600, 0, 0},
    {"white_balance_auto", PROCESSING, 0x0B, 0, 1, 0, 1, 1, 1, 0, 0},
};
const int control_count = sizeof controls / sizeof *controls;

struct control *control_named(const char *name) {
    for (int index = 0; index < control_count; index++)
        if (strcmp(controls[index].name, name) == 0) return &controls[index];
    return NULL;
}

int32_t control_value(const char *name) { return control_named(name)->value; }

static bool is(const struct control *control, int unit, int selector) {
    return control->unit == unit && control->selector == selector;
}

int controls_get(int unit, int selector, int request, uint8_t *answer) {
    int length = -1;
    for (int index = 0; index < control_count; index++) {
        struct control *control = &controls[index];
        if (!is(control, unit, selector)) continue;
        unsigned kind = request == GET_INFO ? STALL_INFO : request == GET_CUR ? STALL_GET : STALL_RANGE;
        if (control->stalls & kind) return -1;
        if (request == GET_INFO) {
            answer[0] = 3;  // can be read and set
            return 1;
        }
        int32_t value;
        switch (request) {
        case GET_CUR: value = control->value; break;
        case GET_MIN: value = control->minimum; break;
        case GET_MAX: value = control->maximum; break;
        case GET_RES: value = control->step; break;
        case GET_DEF: value = control->initial; break;
        default: return -1;
        }
        for (int byte = 0; byte < control->size; byte++) answer[control->offset + byte] = (uint8_t)(value >> (8 * byte));
        if (control->offset + control->size > length) length = control->offset + control->size;
    }
    return length;
}

int controls_set(int unit, int selector, const uint8_t *data, int length) {
    int found = -1;
    for (int index = 0; index < control_count; index++) {
        struct control *control = &controls[index];
        if (!is(control, unit, selector)) continue;
        if (control->stalls & STALL_SET || control->offset + control->size > length) return -1;
        uint32_t bits = 0;
        for (int byte = 0; byte < control->size; byte++) bits |= (uint32_t)data[control->offset + byte] << (8 * byte);
        int32_t value = (int32_t)bits;
        if (control->size == 2) value = (int16_t)bits;
        if (control->minimum < control->maximum && (value < control->minimum || value > control->maximum)) return -1;
        control->value = value;
        printf("set %s=%d\n", control->name, value);
        found = 0;
    }
    return found;
}

// A motor or a loop moves by at most `step` at a time; true where it moved.
static bool approach(struct control *control, int32_t goal, int32_t step) {
    int32_t distance = goal - control->value;
    if (distance == 0) return false;
    control->value += distance > step ? step : distance < -step ? -step : distance;
    return true;
}

bool controls_settle(double now) {
    // Thirty times a second, as firmware does it with each picture.
    static double next;
    if (now < next) return false;
    next = now + 1.0 / 30;
    bool moved = false;
    if (control_value("focus_auto")) moved |= approach(control_named("focus"), camera.subject, 8);
    if (control_value("white_balance_auto")) moved |= approach(control_named("white_balance"), 4600, 100);
    if (control_value("exposure_mode") != EXPOSURE_MANUAL) {
        struct control *exposure = control_named("exposure");
        int32_t goal = NORMAL_EXPOSURE * 100 / camera.light * (NORMAL_GAIN + 16) / (control_value("gain") + 16);
        goal = goal < 1 ? 1 : goal > 2000 ? 2000 : goal;
        moved |= approach(exposure, goal, exposure->value / 8 + 1);
    }
    return moved;
}
