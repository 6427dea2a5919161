// The test card and what the lens makes of it.
//
//   top tenth           two rows of 40 cells: the frame's number and its time, each with a checksum (see burnt_in.py)
//   next twentieth      a band with a light that moves
//   left half           fine squares near the lens: sharpest with the focus at 180
//   right half          fine squares far from it: sharpest with the focus at 60
//   middle              a lamp, lit for the first tenth of every second
//   bottom fifth        eight patches: grey, white, red, green, blue, cyan, magenta, yellow
//
// Exposure, gain and the light of the scene act on the luma; white balance and saturation on the chroma. Strip, band
// and lamp are drawn by the camera and depend on nothing.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"

enum { NEAR_FOCUS = 180, FAR_FOCUS = 60, DARK_SQUARE = 50, LIGHT_SQUARE = 190, SOFT = 120 };

static const uint8_t patches[8][3] = {
    {128, 128, 128}, {210, 128, 128}, {82, 90, 240}, {145, 54, 34}, {41, 240, 110}, {170, 166, 16}, {107, 202, 222}, {200, 16, 146},
};

static uint8_t crc8(uint32_t number) {
    uint8_t remainder = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        remainder ^= (uint8_t)(number >> shift);
        for (int bit = 0; bit < 8; bit++) remainder = (uint8_t)(remainder & 0x80 ? remainder << 1 ^ 0x07 : remainder << 1);
    }
    return remainder;
}

struct moving moving_at(uint32_t number, int64_t grid, int rate) {
    uint32_t milliseconds = (uint32_t)(grid * 1000 / rate);
    struct moving moving = {
        .strip = {(uint64_t)number << 8 | crc8(number), (uint64_t)milliseconds << 8 | crc8(milliseconds)},
        .band = (int)(number * 10 % 900),
        .flash = grid % rate < (rate + 5) / 10,
    };
    return moving;
}

int moving_luma(const struct moving *moving, int width, int height, int x, int y) {
    if (y < height / 10) {
        // Where a cell begins is rounded down, so which cell a pixel lies in is rounded up.
        int column = ((x + 1) * STRIP_COLUMNS - 1) / width;
        int row = y < height / 20 ? 0 : 1;
        return moving->strip[row] >> (STRIP_COLUMNS - 1 - column) & 1 ? STRIP_ONE : STRIP_ZERO;
    }
    if (y < height * 3 / 20) {
        int place = x * 1000 / width;
        return place >= moving->band && place < moving->band + 100 ? BAND_LIGHT : BAND_DARK;
    }
    if (x >= 3 * width / 8 && x < 5 * width / 8 && y >= 3 * height / 8 && y < 5 * height / 8)
        return moving->flash ? LAMP_ON : LAMP_OFF;
    return -1;
}

static uint8_t clamped(double value, double low, double high) {
    return (uint8_t)(value < low ? low : value > high ? high : value + 0.5);
}

// How much of the sharp picture is left, of 256.
static int sharpness(int focus, int best) {
    int left = 256 - 2 * abs(focus - best);
    return left < 0 ? 0 : left;
}

struct look {
    uint8_t luma[256], blue[256], red[256];
};

static void take_look(struct look *look) {
    double light = camera.light / 100.0 * control_value("exposure") / 156.0 * (control_value("gain") + 16) / 80.0;
    double contrast = control_value("contrast") / 50.0, saturation = control_value("saturation") / 50.0;
    // A lamp that is warmer than the camera believes looks orange.
    double warm = (control_value("white_balance") - 4600) / 50.0;
    for (int value = 0; value < 256; value++) {
        double luma = 16 + (value - 16) * light;
        look->luma[value] = clamped(128 + (luma - 128) * contrast + control_value("brightness"), 16, 235);
        look->blue[value] = clamped(128 + (value - 128) * saturation - warm, 16, 240);
        look->red[value] = clamped(128 + (value - 128) * saturation + warm, 16, 240);
    }
}

void paint(struct painting *painting, const struct mode *mode) {
    int width = mode->width, height = mode->height, half = width / 2;
    if (painting->width != width || painting->height != height) {
        painting->y = realloc(painting->y, (size_t)(width * height));
        painting->u = realloc(painting->u, (size_t)(half * height));
        painting->v = realloc(painting->v, (size_t)(half * height));
        painting->width = width;
        painting->height = height;
    }
    pthread_mutex_lock(&camera.lock);
    struct look look;
    take_look(&look);
    int focus = control_value("focus"), zoom = control_value("zoom");
    int shift_x = control_value("pan") * width / 4 / 36000, shift_y = -control_value("tilt") * height / 4 / 36000;
    pthread_mutex_unlock(&camera.lock);

    // What of the scene is at each column: zoom and pan are one look-up.
    int column[2048];
    for (int x = 0; x < width; x++) {
        int place = width / 2 + (x - width / 2) * 100 / zoom + (zoom > 100 ? shift_x : 0);
        column[x] = place < 0 ? 0 : place >= width ? width - 1 : place;
    }
    int square = width >= 640 ? width / 160 : 2;
    int mixed[2][2];
    for (int side = 0; side < 2; side++) {
        int sharp = sharpness(focus, side == 0 ? NEAR_FOCUS : FAR_FOCUS);
        mixed[side][0] = SOFT + (DARK_SQUARE - SOFT) * sharp / 256;
        mixed[side][1] = SOFT + (LIGHT_SQUARE - SOFT) * sharp / 256;
    }
    for (int y = 0; y < height; y++) {
        int place = height / 2 + (y - height / 2) * 100 / zoom + (zoom > 100 ? shift_y : 0);
        place = place < 0 ? 0 : place >= height ? height - 1 : place;
        uint8_t *luma = painting->y + y * width, *u = painting->u + y * half, *v = painting->v + y * half;
        if (place >= height * 4 / 5) {
            for (int x = 0; x < width; x++) {
                const uint8_t *patch = patches[column[x] * 8 / width];
                luma[x] = look.luma[patch[0]];
                if (x % 2 == 0) u[x / 2] = look.blue[patch[1]], v[x / 2] = look.red[patch[2]];
            }
        } else {
            for (int x = 0; x < width; x++) {
                int light = (column[x] / square + place / square) & 1;
                luma[x] = look.luma[mixed[column[x] >= half][light]];
            }
            memset(u, look.blue[128], (size_t)half);
            memset(v, look.red[128], (size_t)half);
        }
    }
}
