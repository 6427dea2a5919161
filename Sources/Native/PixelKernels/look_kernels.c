#include "onair_look_kernels.h"
#include "dispatch.h"

// Blocks are worked off in chunks whose numbers stay in the first-level cache.
enum { LOOK_CHUNK = 128 };

static inline __attribute__((always_inline)) uint8_t between(uint32_t corners, uint32_t right, uint32_t down) {
    uint32_t rows = (corners & 0xff00ff) * (8 - right) + (corners >> 8 & 0xff00ff) * right;
    return (uint8_t)(((rows & 0xffff) * (8 - down) + (rows >> 16) * down + 32) >> 6);
}

ONAIR_CLONES
static void look_any(const onair_look_table *table, uint8_t *restrict y0, uint8_t *restrict y1, uint8_t *restrict u,
                     uint8_t *restrict v, int from, int width) {
    const uint32_t *restrict luma = table->luma, *restrict chroma = table->chroma;
    uint32_t cells[LOOK_CHUNK], means[LOOK_CHUNK];
    const int rows = y1 ? 2 : 1, blocks = (width + 1) / 2;
    for (int first = from; first < blocks; first += LOOK_CHUNK) {
        const int count = blocks - first < LOOK_CHUNK ? blocks - first : LOOK_CHUNK;
        const int whole = 2 * (first + count) <= width ? count : count - 1;
        const uint8_t *restrict right = u + first, *restrict down = v + first;
        for (int i = 0; i < count; i++) cells[i] = ((uint32_t)(down[i] >> 3) << 5 | right[i] >> 3) << 8;
        uint8_t *restrict upper = y0 + 2 * first, *restrict lower = rows == 2 ? y1 + 2 * first : upper;
        for (int i = 0; i < whole; i++)
            means[i] = (uint32_t)(upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1] + 2) >> 2;
        if (whole < count) means[whole] = (uint32_t)(upper[2 * whole] + lower[2 * whole] + 1) >> 1;
        for (int row = 0; row < rows; row++) {
            uint8_t *restrict y = row ? lower : upper;
            for (int i = 0; i < whole; i++) {
                uint32_t r = right[i] & 7, d = down[i] & 7;
                uint8_t a = between(luma[cells[i] + y[2 * i]], r, d), b = between(luma[cells[i] + y[2 * i + 1]], r, d);
                y[2 * i] = a;
                y[2 * i + 1] = b;
            }
            if (whole < count)
                y[2 * whole] = between(luma[cells[whole] + y[2 * whole]], right[whole] & 7, down[whole] & 7);
        }
        uint8_t *restrict out_u = u + first, *restrict out_v = v + first;
        for (int i = 0; i < count; i++) {
            const uint32_t *entry = chroma + 2 * (cells[i] + means[i]);
            uint32_t r = out_u[i] & 7, d = out_v[i] & 7;
            out_u[i] = between(entry[0], r, d);
            out_v[i] = between(entry[1], r, d);
        }
    }
}

void onair_look_rows(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int width) {
    look_any(table, y0, y1, u, v, 0, width);
}

ONAIR_CLONES
void onair_look_column(const int16_t *restrict nodes, int low, int high, uint8_t *restrict out) {
    for (int node = 0; node < 32; node++) {
        const int32_t start = nodes[node] * 8 + 256, slope = nodes[node + 1] - nodes[node];
        for (int i = 0; i < 8; i++) {
            int32_t value = (start + slope * i) >> 9;
            out[8 * node + i] = (uint8_t)(value < low ? low : value > high ? high : value);
        }
    }
}

ONAIR_CLONES
void onair_look_corners(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, const uint8_t *restrict d,
                        uint8_t *restrict out, int step, int count) {
    if (step == 4) {
        for (int i = 0; i < count; i++) {
            out[4 * i] = a[i];
            out[4 * i + 1] = b[i];
            out[4 * i + 2] = c[i];
            out[4 * i + 3] = d[i];
        }
    } else {
        for (int i = 0; i < count; i++) {
            uint8_t *to = out + step * i;
            to[0] = a[i];
            to[1] = b[i];
            to[2] = c[i];
            to[3] = d[i];
        }
    }
}
