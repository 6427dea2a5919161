#include "onair_layer_kernels.h"
#include "clamping.h"
#include "dispatch.h"

#include <string.h>

// Pixels are worked off in chunks whose planes stay in the first-level cache.
enum { LAYER_CHUNK = 512 };

static inline __attribute__((always_inline)) void unpack(const uint8_t *restrict pixels, uint8_t *restrict b, uint8_t *restrict g,
                                                         uint8_t *restrict r, uint8_t *restrict a, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, pixels + 4 * i, sizeof pixel);  // a whole pixel at once is what vectors do best
        b[i] = (uint8_t)pixel;
        g[i] = (uint8_t)(pixel >> 8);
        r[i] = (uint8_t)(pixel >> 16);
        a[i] = (uint8_t)(pixel >> 24);
    }
}

static inline __attribute__((always_inline)) void layer_luma(const uint8_t *restrict b, const uint8_t *restrict g,
                                                       const uint8_t *restrict r, const uint8_t *restrict a, uint8_t *restrict out,
                                                       int count, const onair_layer_matrix m) {
    for (int i = 0; i < count; i++)
        out[i] = clamp8((m.y_red * r[i] + m.y_green * g[i] + m.y_blue * b[i] + m.y_alpha * a[i] + (1 << 14)) >> 15);
}

ONAIR_CLONES
void onair_bgra_to_i420a(const uint8_t *row0, const uint8_t *row1, uint8_t *y0, uint8_t *y1, uint8_t *a0, uint8_t *a1, uint8_t *u,
                         uint8_t *v, uint8_t *a, int pairs, const onair_layer_matrix *matrix) {
    uint8_t top[3][LAYER_CHUNK], low[3][LAYER_CHUNK];
    const onair_layer_matrix m = *matrix;
    const int width = 2 * pairs;
    for (int x = 0; x < width; x += LAYER_CHUNK) {
        int count = width - x < LAYER_CHUNK ? width - x : LAYER_CHUNK;
        unpack(row0 + 4 * x, top[0], top[1], top[2], a0 + x, count);
        unpack(row1 + 4 * x, low[0], low[1], low[2], a1 + x, count);
        layer_luma(top[0], top[1], top[2], a0 + x, y0 + x, count, m);
        layer_luma(low[0], low[1], low[2], a1 + x, y1 + x, count, m);
        const uint8_t *restrict b0 = top[0], *restrict g0 = top[1], *restrict r0 = top[2], *restrict t0 = a0 + x;
        const uint8_t *restrict b1 = low[0], *restrict g1 = low[1], *restrict r1 = low[2], *restrict t1 = a1 + x;
        uint8_t *restrict out_u = u + x / 2, *restrict out_v = v + x / 2, *restrict out_a = a + x / 2;
        for (int i = 0; i < count / 2; i++) {
            int32_t red = r0[2 * i] + r0[2 * i + 1] + r1[2 * i] + r1[2 * i + 1];
            int32_t green = g0[2 * i] + g0[2 * i + 1] + g1[2 * i] + g1[2 * i + 1];
            int32_t blue = b0[2 * i] + b0[2 * i + 1] + b1[2 * i] + b1[2 * i + 1];
            int32_t alpha = t0[2 * i] + t0[2 * i + 1] + t1[2 * i] + t1[2 * i + 1];
            out_u[i] = clamp8((m.u_red * red + m.u_green * green + m.u_blue * blue + m.u_alpha * alpha + (1 << 16)) >> 17);
            out_v[i] = clamp8((m.v_red * red + m.v_green * green + m.v_blue * blue + m.v_alpha * alpha + (1 << 16)) >> 17);
            out_a[i] = (uint8_t)((alpha + 2) >> 2);
        }
    }
}

ONAIR_CLONES
int onair_bgra_is_opaque(const uint8_t *row, int count) {
    uint8_t all = 255;
    for (int i = 0; i < count; i++) all &= row[4 * i + 3];
    return all == 255;
}

ONAIR_CLONES
void onair_alpha_tiles(const uint8_t *restrict a0, const uint8_t *restrict a1, uint8_t *restrict tiles, int width) {
    enum { TILE = 32 };
    for (int x = 0; x < width; x += TILE) {
        uint8_t any = 0, all = 255;
        if (width - x >= TILE) {
            for (int i = 0; i < TILE; i++) {
                any |= a0[x + i] | a1[x + i];
                all &= a0[x + i] & a1[x + i];
            }
        } else {
            for (int i = x; i < width; i++) {
                any |= a0[i] | a1[i];
                all &= a0[i] & a1[i];
            }
        }
        tiles[x / TILE] = all == 255 ? 2 : any != 0;
    }
}

// a * b / 255, rounded, for 8-bit numbers.
static inline __attribute__((always_inline)) uint16_t times(uint16_t a, uint16_t b) {
    uint16_t product = (uint16_t)(a * b + 128);
    return (uint16_t)((uint16_t)(product + (product >> 8)) >> 8);
}

ONAIR_CLONES
void onair_lay_over(uint8_t *restrict row, const uint8_t *restrict layer, const uint8_t *restrict alpha, int gain, int count) {
    if (gain >= 256) {
        for (int i = 0; i < count; i++) {
            uint16_t sum = (uint16_t)(layer[i] + times(row[i], (uint16_t)(255 - alpha[i])));
            row[i] = (uint8_t)(sum > 255 ? 255 : sum);
        }
        return;
    }
    const uint16_t g = (uint16_t)gain;
    for (int i = 0; i < count; i++) {
        uint16_t light = (uint16_t)((uint16_t)(layer[i] * g + 128) >> 8), opacity = (uint16_t)((uint16_t)(alpha[i] * g + 128) >> 8);
        uint16_t sum = (uint16_t)(light + times(row[i], (uint16_t)(255 - opacity)));
        row[i] = (uint8_t)(sum > 255 ? 255 : sum);
    }
}

ONAIR_CLONES
void onair_lay_add(uint8_t *restrict row, const uint8_t *restrict layer, const uint8_t *restrict alpha, int bias, int gain, int low,
                   int high, int count) {
    if (!alpha) {
        for (int i = 0; i < count; i++) {
            int32_t least = row[i] < low ? row[i] : low, most = row[i] > high ? row[i] : high;
            int32_t sum = row[i] + (((layer[i] - bias) * gain + 128) >> 8);
            row[i] = (uint8_t)(sum < least ? least : sum > most ? most : sum);
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        int32_t light = layer[i] - (int32_t)times(alpha[i], (uint16_t)bias);
        int32_t least = row[i] < low ? row[i] : low, most = row[i] > high ? row[i] : high;
        int32_t sum = row[i] + ((light * gain + 128) >> 8);
        row[i] = (uint8_t)(sum < least ? least : sum > most ? most : sum);
    }
}

ONAIR_CLONES
void onair_mix_rows(const uint8_t *a, const uint8_t *b, int amount, uint8_t *out, int count) {
    const uint16_t second = (uint16_t)amount, first = (uint16_t)(256 - amount);
    // A row may be mixed in place, which is safe, because each byte only depends on itself.
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < count; i++) out[i] = (uint8_t)((uint16_t)(a[i] * first + b[i] * second + 128) >> 8);
}

ONAIR_CLONES
void onair_mix_value(const uint8_t *row, int value, int amount, uint8_t *out, int count) {
    const uint16_t first = (uint16_t)(256 - amount), added = (uint16_t)(value * amount + 128);
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < count; i++) out[i] = (uint8_t)((uint16_t)(row[i] * first + added) >> 8);
}

ONAIR_CLONES
void onair_resample_bgra(const uint16_t *restrict in, const int32_t *restrict starts, const uint32_t *restrict weights, int pairs,
                         uint8_t *restrict out, int count) {
    for (int i = 0; i < count; i++) {
        const uint16_t *at = in + 4 * starts[i];
        uint32_t sums[4] = {32768, 32768, 32768, 32768};
        for (int p = 0; p < pairs; p++, at += 8) {
            const uint32_t first = weights[p * count + i] & 0xffff, second = weights[p * count + i] >> 16;
            for (int c = 0; c < 4; c++) sums[c] += at[c] * first + at[4 + c] * second;
        }
        for (int c = 0; c < 4; c++) out[4 * i + c] = (uint8_t)(sums[c] >> 16);
    }
}

static inline uint32_t pixel_at(const uint8_t *in, int stride, int width, int height, int64_t x, int64_t y) {
    uint32_t pixel = 0;
    if (x >= 0 && y >= 0 && x < width && y < height) memcpy(&pixel, in + y * stride + 4 * x, sizeof pixel);
    return pixel;
}

ONAIR_CLONES
void onair_rotate_bgra(const uint8_t *in, int stride, int width, int height, int64_t x, int64_t y, int64_t dx, int64_t dy,
                       uint8_t *restrict out, int count) {
    for (int i = 0; i < count; i++, x += dx, y += dy) {
        int64_t left = x >> 16, top = y >> 16;
        uint32_t result = 0;
        if (left >= -1 && top >= -1 && left < width && top < height) {
            uint32_t a = pixel_at(in, stride, width, height, left, top), b = pixel_at(in, stride, width, height, left + 1, top);
            uint32_t c = pixel_at(in, stride, width, height, left, top + 1);
            uint32_t d = pixel_at(in, stride, width, height, left + 1, top + 1);
            uint32_t right = (uint32_t)(x >> 8) & 255, below = (uint32_t)(y >> 8) & 255;
            uint32_t wa = (256 - right) * (256 - below), wb = right * (256 - below), wc = (256 - right) * below, wd = right * below;
            for (int shift = 0; shift < 32; shift += 8) {
                uint32_t sum = (a >> shift & 255) * wa + (b >> shift & 255) * wb + (c >> shift & 255) * wc + (d >> shift & 255) * wd;
                result |= (sum + 32768) >> 16 << shift;
            }
        }
        memcpy(out + 4 * i, &result, sizeof result);
    }
}

ONAIR_CLONES
void onair_i420_to_bgra(const uint8_t *restrict y, const uint8_t *restrict u, const uint8_t *restrict v, uint8_t *restrict out,
                        int width, const onair_bgra_matrix *matrix) {
    int32_t red[LAYER_CHUNK], green[LAYER_CHUNK], blue[LAYER_CHUNK];
    const onair_bgra_matrix m = *matrix;
    for (int x = 0; x < width; x += LAYER_CHUNK) {
        const int count = width - x < LAYER_CHUNK ? width - x : LAYER_CHUNK;
        const uint8_t *restrict in_u = u + x / 2, *restrict in_v = v + x / 2;
        // What a pair of pixels shares.
        for (int i = 0; i < (count + 1) / 2; i++) {
            const int32_t cb = in_u[i], cr = in_v[i];
            red[2 * i] = red[2 * i + 1] = m.red_v * cr + m.red_offset;
            green[2 * i] = green[2 * i + 1] = m.green_u * cb + m.green_v * cr + m.green_offset;
            blue[2 * i] = blue[2 * i + 1] = m.blue_u * cb + m.blue_offset;
        }
        for (int i = 0; i < count; i++) {
            const int32_t light = m.luma * y[x + i];
            const uint32_t r = clamp8((light + red[i]) >> 14), g = clamp8((light + green[i]) >> 14);
            const uint32_t b = clamp8((light + blue[i]) >> 14);
            const uint32_t pixel = b | g << 8 | r << 16 | 0xff000000u;
            memcpy(out + 4 * (x + i), &pixel, sizeof pixel);
        }
    }
}
