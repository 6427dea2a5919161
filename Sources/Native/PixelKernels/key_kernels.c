#include "onair_key_kernels.h"
#include "clamping.h"
#include "dispatch.h"

#include <string.h>

// Samples of chroma that are worked off together: their blends stay in the first-level cache.
enum { KEY_CHUNK = 512, KEY_ONE = 1024, KEY_LIMIT = 8191 };

static inline __attribute__((always_inline)) int16_t axis(int32_t value) {
    value >>= 16;
    return (int16_t)(value < -KEY_LIMIT ? -KEY_LIMIT : value > KEY_LIMIT ? KEY_LIMIT : value);
}

ONAIR_CLONES
void onair_key_axes(const uint8_t *restrict u, const uint8_t *restrict v, int count, const onair_key *key, int16_t *restrict x,
                    int16_t *restrict z) {
    const onair_key k = *key;
    for (int i = 0; i < count; i++) {
        const int32_t cb = u[i] - 128, cr = v[i] - 128;
        x[i] = axis(k.x_u * cb + k.x_v * cr + (1 << 15));
        z[i] = axis(k.z_u * cb + k.z_v * cr + (1 << 15));
    }
}

static inline __attribute__((always_inline)) int16_t three_to_one(int16_t near, int16_t far) {
    return (int16_t)((int16_t)(3 * near + far + 2) >> 2);
}

// Samples first - 1 ... first + count of the blend of two rows; ends are repeated.
static inline __attribute__((always_inline)) void blend_axis(const int16_t *restrict near, const int16_t *restrict far, int first,
                                                             int count, int total, int16_t *restrict out) {
    for (int i = 0; i < count; i++) out[i + 1] = three_to_one(near[first + i], far[first + i]);
    out[0] = first > 0 ? three_to_one(near[first - 1], far[first - 1]) : out[1];
    const int after = first + count;
    out[count + 1] = after < total ? three_to_one(near[after], far[after]) : out[count];
}

// Samples of two pixels are written at once, which is what vectors do best.
typedef union {
    uint32_t both[KEY_CHUNK];
    int16_t each[2 * KEY_CHUNK];
} pairs;

// The samples of the two pixels of the middle of three samples of chroma, the left one in the lower half.
static inline __attribute__((always_inline)) uint32_t pair(const int16_t *around) {
    const uint16_t left = (uint16_t)three_to_one(around[1], around[0]), right = (uint16_t)three_to_one(around[1], around[2]);
    return left | (uint32_t)right << 16;
}

// How far from the screen's colour a pixel is: 0 at it, KEY_ONE at grey and beyond.
static inline __attribute__((always_inline)) uint8_t opacity(int16_t x, int16_t z, uint8_t y, int16_t luma, int16_t lack, int16_t dim,
                                                             int16_t similarity, int16_t width, int16_t shift, int16_t gain) {
    // Less light leaves less colour too.
    int16_t below = (int16_t)(luma - y);
    below = below < 0 ? 0 : below > lack ? lack : below;
    const int16_t color = x < 0 ? 0 : x > KEY_ONE ? KEY_ONE : x;
    const int16_t lost = (int16_t)((int32_t)(int16_t)(color << 3) * (int16_t)(below * dim) >> 16);
    int16_t along = (int16_t)(KEY_ONE - x - lost), across = (int16_t)((z < 0 ? -z : z) - (x >> 1));
    along = along < 0 ? 0 : along;
    across = across < 0 ? 0 : across > KEY_ONE ? KEY_ONE : across;
    across = (int16_t)(across * 6);
    // The length of both, within 3 %.
    const int16_t more = along > across ? along : across, less = along > across ? across : along;
    const int16_t both = (int16_t)((int16_t)(more - (more >> 3)) + (less >> 1));
    int16_t screen = (int16_t)(KEY_ONE - (both > more ? both : more));
    screen = screen < 0 ? 0 : screen;
    int16_t dark = (int16_t)(2 * (y - 18)), bright = (int16_t)(235 - y);
    int16_t sure = dark < bright ? dark : bright;
    sure = sure < 0 ? 0 : sure > 16 ? 16 : sure;
    int16_t left = (int16_t)(KEY_ONE - ((int16_t)(screen * sure) >> 4) - similarity);
    left = left < 0 ? 0 : left > width ? width : left;
    // One more bit than the opacity has, so that the product's upper half stays a number of 16 bits, and is rounded.
    const int16_t twice = (int16_t)((int32_t)(int16_t)(left << shift) * gain >> 16);
    return (uint8_t)((int16_t)(twice + 1) >> 1);
}

ONAIR_CLONES
void onair_key_alpha(const uint8_t *restrict y, const int16_t *restrict x, const int16_t *restrict far_x, const int16_t *restrict z,
                     const int16_t *restrict far_z, int width, const onair_key *key, uint8_t *restrict alpha) {
    int16_t along[KEY_CHUNK + 2], across[KEY_CHUNK + 2];
    pairs fine_x, fine_z;
    const int16_t luma_of_screen = key->luma, lack = key->lack, dim = key->dim;
    const int16_t similarity = key->similarity, range = key->width, shift = key->shift, gain = key->gain;
    const int total = (width + 1) / 2;
    for (int first = 0; first < total; first += KEY_CHUNK) {
        const int count = total - first < KEY_CHUNK ? total - first : KEY_CHUNK;
        blend_axis(x, far_x, first, count, total, along);
        blend_axis(z, far_z, first, count, total, across);
        for (int i = 0; i < count; i++) fine_x.both[i] = pair(along + i);
        for (int i = 0; i < count; i++) fine_z.both[i] = pair(across + i);
        const int pixels = width - 2 * first < 2 * count ? width - 2 * first : 2 * count;
        const uint8_t *restrict luma = y + 2 * first;
        uint8_t *restrict out = alpha + 2 * first;
        for (int i = 0; i < pixels; i++)
            out[i] = opacity(fine_x.each[i], fine_z.each[i], luma[i], luma_of_screen, lack, dim, similarity, range, shift, gain);
    }
}

ONAIR_CLONES
void onair_key_spill(uint8_t *restrict u, uint8_t *restrict v, const int16_t *restrict x, const int16_t *restrict z, int count,
                     const onair_key *key) {
    const int32_t spill_u = key->key_u * key->spill, spill_v = key->key_v * key->spill;
    for (int i = 0; i < count; i++) {
        int32_t screen = x[i] - (z[i] < 0 ? -z[i] : z[i]);
        screen = screen < 0 ? 0 : screen;
        u[i] = clamp8(u[i] - ((screen * spill_u + (1 << 17)) >> 18));
        v[i] = clamp8(v[i] - ((screen * spill_v + (1 << 17)) >> 18));
    }
}

// value / 255, rounded, for values up to 255 * 255.
static inline __attribute__((always_inline)) uint8_t by_255(uint16_t value) {
    value = (uint16_t)(value + 128);
    return (uint8_t)((uint16_t)(value + (value >> 8)) >> 8);
}

ONAIR_CLONES
void onair_key_mix_rows(uint8_t *restrict row, const uint8_t *restrict background, const uint8_t *restrict alpha, int count) {
    for (int i = 0; i < count; i++)
        row[i] = by_255((uint16_t)((uint16_t)(row[i] * alpha[i]) + (uint16_t)(background[i] * (uint16_t)(255 - alpha[i]))));
}

ONAIR_CLONES
void onair_key_mix_value(uint8_t *restrict row, int background, const uint8_t *restrict alpha, int count) {
    const uint16_t other = (uint16_t)background;
    for (int i = 0; i < count; i++)
        row[i] = by_255((uint16_t)((uint16_t)(row[i] * alpha[i]) + (uint16_t)(other * (uint16_t)(255 - alpha[i]))));
}

ONAIR_CLONES
void onair_premultiply(uint8_t *restrict row, const uint8_t *restrict alpha, int count) {
    for (int i = 0; i < count; i++) row[i] = by_255((uint16_t)(row[i] * alpha[i]));
}

ONAIR_CLONES
void onair_premultiply_bgra(uint8_t *restrict pixels, const uint8_t *restrict alpha, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, pixels + 4 * i, sizeof pixel);
        const uint32_t a = alpha[i];
        const uint32_t b = by_255((uint16_t)((pixel & 255) * a)), g = by_255((uint16_t)((pixel >> 8 & 255) * a));
        const uint32_t r = by_255((uint16_t)((pixel >> 16 & 255) * a));
        pixel = b | g << 8 | r << 16 | a << 24;
        memcpy(pixels + 4 * i, &pixel, sizeof pixel);
    }
}
