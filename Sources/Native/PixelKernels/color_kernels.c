#include "onair_pixel_kernels.h"
#include "clamping.h"
#include "dispatch.h"

#include <string.h>

// Pixels are worked off in chunks whose planes stay in the first-level cache.
enum { RGB_CHUNK = 512 };

static inline __attribute__((always_inline)) void unpack3(const uint8_t *restrict pixels, uint8_t *restrict first,
                                                          uint8_t *restrict second, uint8_t *restrict third, int count) {
    for (int i = 0; i < count; i++) {
        first[i] = pixels[3 * i];
        second[i] = pixels[3 * i + 1];
        third[i] = pixels[3 * i + 2];
    }
}

static inline __attribute__((always_inline)) void unpack4(const uint8_t *restrict pixels, uint8_t *restrict first,
                                                          uint8_t *restrict second, uint8_t *restrict third, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, pixels + 4 * i, sizeof pixel);  // a whole pixel at once is what vectors do best
        first[i] = (uint8_t)pixel;
        second[i] = (uint8_t)(pixel >> 8);
        third[i] = (uint8_t)(pixel >> 16);
    }
}

static inline __attribute__((always_inline)) void rgb_luma(const uint8_t *restrict r, const uint8_t *restrict g,
                                                       const uint8_t *restrict b, uint8_t *restrict out, int count,
                                                       const onair_rgb_matrix m) {
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)((m.y_red * r[i] + m.y_green * g[i] + m.y_blue * b[i] + m.y_offset) >> 15);
}

ONAIR_CLONES
void onair_rgb_to_i420(const uint8_t *row0, const uint8_t *row1, int step, int red_first, uint8_t *y0, uint8_t *y1,
                       uint8_t *u, uint8_t *v, int width, const onair_rgb_matrix *matrix) {
    uint8_t a[3][RGB_CHUNK], b[3][RGB_CHUNK];
    const onair_rgb_matrix m = *matrix;
    const int red = red_first ? 0 : 2, blue = 2 - red;
    for (int x = 0; x < width; x += RGB_CHUNK) {
        int count = width - x < RGB_CHUNK ? width - x : RGB_CHUNK;
        if (step == 4) {
            unpack4(row0 + 4 * x, a[0], a[1], a[2], count);
            unpack4(row1 + 4 * x, b[0], b[1], b[2], count);
        } else {
            unpack3(row0 + 3 * x, a[0], a[1], a[2], count);
            unpack3(row1 + 3 * x, b[0], b[1], b[2], count);
        }
        rgb_luma(a[red], a[1], a[blue], y0 + x, count, m);
        rgb_luma(b[red], b[1], b[blue], y1 + x, count, m);
        if (count & 1) {
            for (int c = 0; c < 3; c++) {
                a[c][count] = a[c][count - 1];
                b[c][count] = b[c][count - 1];
            }
        }
        const uint8_t *restrict r0 = a[red], *restrict g0 = a[1], *restrict b0 = a[blue];
        const uint8_t *restrict r1 = b[red], *restrict g1 = b[1], *restrict b1 = b[blue];
        uint8_t *restrict out_u = u + x / 2, *restrict out_v = v + x / 2;
        for (int i = 0; i < (count + 1) / 2; i++) {
            int32_t r = r0[2 * i] + r0[2 * i + 1] + r1[2 * i] + r1[2 * i + 1];
            int32_t g = g0[2 * i] + g0[2 * i + 1] + g1[2 * i] + g1[2 * i + 1];
            int32_t bl = b0[2 * i] + b0[2 * i + 1] + b1[2 * i] + b1[2 * i + 1];
            out_u[i] = clamp8((m.u_red * r + m.u_green * g + m.u_blue * bl + m.u_offset) >> 17);
            out_v[i] = clamp8((m.v_red * r + m.v_green * g + m.v_blue * bl + m.v_offset) >> 17);
        }
    }
}

ONAIR_CLONES
void onair_recolor_i420(const uint8_t *y0, const uint8_t *y1, const uint8_t *u, const uint8_t *v, uint8_t *out_y0,
                        uint8_t *out_y1, uint8_t *out_u, uint8_t *out_v, int width, const onair_yuv_matrix *matrix) {
    int32_t tint[RGB_CHUNK];
    uint8_t new_u[RGB_CHUNK / 2], new_v[RGB_CHUNK / 2];
    const onair_yuv_matrix m = *matrix;
    for (int x = 0; x < width; x += RGB_CHUNK) {
        int count = width - x < RGB_CHUNK ? width - x : RGB_CHUNK;
        int half = (count + 1) / 2;
        const uint8_t *in_u = u + x / 2, *in_v = v + x / 2;
        for (int i = 0; i < half; i++) {
            int32_t cu = in_u[i], cv = in_v[i];
            int32_t t = m.y_u * cu + m.y_v * cv + m.y_offset;
            tint[2 * i] = t;
            tint[2 * i + 1] = t;
            new_u[i] = clamp8((m.u_u * cu + m.u_v * cv + m.u_offset) >> 14);
            new_v[i] = clamp8((m.v_u * cu + m.v_v * cv + m.v_offset) >> 14);
        }
        // A row may be recoloured in place, which is safe, because each byte only depends on itself.
#pragma clang loop vectorize(assume_safety)
        for (int i = 0; i < count; i++) {
            out_y0[x + i] = clamp8((m.y_y * y0[x + i] + tint[i]) >> 14);
        }
        if (y1 != y0) {
#pragma clang loop vectorize(assume_safety)
            for (int i = 0; i < count; i++) {
                out_y1[x + i] = clamp8((m.y_y * y1[x + i] + tint[i]) >> 14);
            }
        }
        memcpy(out_u + x / 2, new_u, (unsigned)half);
        memcpy(out_v + x / 2, new_v, (unsigned)half);
    }
}

ONAIR_CLONES
void onair_mean_rows(const uint8_t *a, const uint8_t *b, uint8_t *out, int count) {
    for (int i = 0; i < count; i++) out[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
}

ONAIR_CLONES
void onair_mean_blocks(const uint8_t *a, const uint8_t *b, uint8_t *out, int width) {
    for (int i = 0; i < width / 2; i++)
        out[i] = (uint8_t)((a[2 * i] + a[2 * i + 1] + b[2 * i] + b[2 * i + 1] + 2) >> 2);
    if (width & 1) out[width / 2] = (uint8_t)((a[width - 1] + b[width - 1] + 1) >> 1);
}

static inline __attribute__((always_inline)) void unpack422(const uint8_t *restrict row0, const uint8_t *restrict row1, int luma_at,
                                                            uint8_t *y0, uint8_t *y1, uint8_t *restrict chroma,
                                                            int count) {
    // Where y1 is y0, both are given the same bytes.
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < count; i++) {
        uint16_t a, b;
        memcpy(&a, row0 + 2 * i, sizeof a);  // luma and chroma at once is what vectors do best
        memcpy(&b, row1 + 2 * i, sizeof b);
        y0[i] = (uint8_t)(luma_at ? a >> 8 : a);
        y1[i] = (uint8_t)(luma_at ? b >> 8 : b);
        const uint16_t first = luma_at ? a & 255 : a >> 8, second = luma_at ? b & 255 : b >> 8;
        chroma[i] = (uint8_t)((first + second + 1) >> 1);
    }
}

ONAIR_CLONES
void onair_packed_422_to_i420(const uint8_t *row0, const uint8_t *row1, int luma_at, uint8_t *y0, uint8_t *y1, uint8_t *u,
                              uint8_t *v, int width) {
    uint8_t chroma[RGB_CHUNK];
    const int even = width & ~1;
    for (int x = 0; x < even; x += RGB_CHUNK) {
        const int count = even - x < RGB_CHUNK ? even - x : RGB_CHUNK;
        if (luma_at)
            unpack422(row0 + 2 * x, row1 + 2 * x, 1, y0 + x, y1 + x, chroma, count);
        else
            unpack422(row0 + 2 * x, row1 + 2 * x, 0, y0 + x, y1 + x, chroma, count);
        uint8_t *restrict out_u = u + x / 2, *restrict out_v = v + x / 2;
        for (int i = 0; i < count / 2; i++) {
            uint16_t pair;
            memcpy(&pair, chroma + 2 * i, sizeof pair);
            out_u[i] = (uint8_t)pair;
            out_v[i] = (uint8_t)(pair >> 8);
        }
    }
    if (width & 1) {
        const uint8_t *a = row0 + 2 * even, *b = row1 + 2 * even;
        y0[even] = a[luma_at];
        y1[even] = b[luma_at];
        u[even / 2] = (uint8_t)((a[1 - luma_at] + b[1 - luma_at] + 1) >> 1);
        v[even / 2] = (uint8_t)((a[3 - luma_at] + b[3 - luma_at] + 1) >> 1);
    }
}
