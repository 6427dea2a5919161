#include "onair_scene_kernels.h"
#include "dispatch.h"

static inline __attribute__((always_inline)) int32_t clamp(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

// `step` and whether there is something to mix are known where this is inlined, which makes the loops simple enough for vectors.
static inline __attribute__((always_inline)) int32_t sample(const uint8_t *a, const uint8_t *b, int at, int mix, int bias, int gain) {
    int32_t value = ((int32_t)a[at] << 8) + (b ? ((int32_t)b[at] - a[at]) * mix : 0) - (bias << 8);
    return (value >> 3) * gain >> 8;
}

static inline __attribute__((always_inline)) void put(const uint8_t *restrict a, const uint8_t *restrict b, int mix, int step,
                                                      int bias, int gain, int16_t *restrict out, int count) {
    for (int i = 0; i < count; i++) out[i] = (int16_t)sample(a, b, i * step, mix, bias, gain);
}

ONAIR_CLONES
void onair_layer_put(const onair_layer_row *row, int16_t *out, int count) {
    const onair_layer_row r = *row;
    if (r.step == 1) {
        if (r.mix)
            put(r.first, r.second, r.mix, 1, r.bias, r.gain, out, count);
        else
            put(r.first, 0, 0, 1, r.bias, r.gain, out, count);
    } else {
        put(r.first, r.second, r.mix, 2, r.bias, r.gain, out, count);
    }
}

static inline __attribute__((always_inline)) void over(const uint8_t *restrict a, const uint8_t *restrict b,
                                                       const uint8_t *restrict alpha_a, const uint8_t *restrict alpha_b, int mix,
                                                       int step, int bias, int gain, int16_t *restrict out, int count) {
    for (int i = 0; i < count; i++) {
        int32_t value = sample(a, b, i * step, mix, bias, gain);
        int32_t alpha = ((int32_t)alpha_a[i * step] << 8) + (b ? ((int32_t)alpha_b[i * step] - alpha_a[i * step]) * mix : 0);
        alpha += alpha >> 8;  // 255 becomes 65535
        out[i] = (int16_t)(value + ((int32_t)out[i] * (65536 - alpha) >> 16));
    }
}

ONAIR_CLONES
void onair_layer_over(const onair_layer_row *row, const uint8_t *first_alpha, const uint8_t *second_alpha, int16_t *out,
                      int count) {
    const onair_layer_row r = *row;
    if (r.step == 1) {
        if (r.mix)
            over(r.first, r.second, first_alpha, second_alpha, r.mix, 1, r.bias, r.gain, out, count);
        else
            over(r.first, 0, first_alpha, 0, 0, 1, r.bias, r.gain, out, count);
    } else {
        if (r.mix)
            over(r.first, r.second, first_alpha, second_alpha, r.mix, 2, r.bias, r.gain, out, count);
        else
            over(r.first, 0, first_alpha, 0, 0, 2, r.bias, r.gain, out, count);
    }
}

static inline __attribute__((always_inline)) void sense(const int16_t *restrict y0, const int16_t *restrict y1,
                                                        const int16_t *restrict u, const int16_t *restrict v,
                                                        const int8_t *restrict noise0, const int8_t *restrict noise1, int noise_gain,
                                                        uint8_t *restrict out_y0, uint8_t *restrict out_y1, uint8_t *restrict out_u,
                                                        uint8_t *restrict out_v, int pairs, const onair_sensor_matrix m) {
    for (int i = 0; i < pairs; i++) {
        int32_t cb = u[i], cr = v[i];
        int32_t a = y0[2 * i], b = y0[2 * i + 1], c = y1[2 * i], d = y1[2 * i + 1];
        int32_t tint = m.y_u * cb + m.y_v * cr + 0x8000;
        int32_t ya = (m.y_y * a + tint) >> 16, yb = (m.y_y * b + tint) >> 16;
        int32_t yc = (m.y_y * c + tint) >> 16, yd = (m.y_y * d + tint) >> 16;
        // Beyond white, colour goes.
        int32_t mean = (a + b + c + d) >> 2;
        int32_t bright = (m.y_y * mean + tint) >> 16;
        int32_t keep = clamp(256 - (bright - 219) * 4, 0, 256);
        int32_t nu = (m.u_y * mean + m.u_u * cb + m.u_v * cr + 0x8000) >> 16;
        int32_t nv = (m.v_y * mean + m.v_u * cb + m.v_v * cr + 0x8000) >> 16;
        if (noise_gain) {
            ya += (noise0[2 * i] * noise_gain + 128) >> 8;
            yb += (noise0[2 * i + 1] * noise_gain + 128) >> 8;
            yc += (noise1[2 * i] * noise_gain + 128) >> 8;
            yd += (noise1[2 * i + 1] * noise_gain + 128) >> 8;
            nu += (noise1[i] * noise_gain + 256) >> 9;
            nv += (noise0[i] * noise_gain + 256) >> 9;
        }
        out_y0[2 * i] = (uint8_t)(16 + clamp(ya, 0, 219));
        out_y0[2 * i + 1] = (uint8_t)(16 + clamp(yb, 0, 219));
        out_y1[2 * i] = (uint8_t)(16 + clamp(yc, 0, 219));
        out_y1[2 * i + 1] = (uint8_t)(16 + clamp(yd, 0, 219));
        out_u[i] = (uint8_t)(128 + clamp((clamp(nu, -2000, 2000) * keep) >> 8, -112, 112));
        out_v[i] = (uint8_t)(128 + clamp((clamp(nv, -2000, 2000) * keep) >> 8, -112, 112));
    }
}

ONAIR_CLONES
void onair_sensor_rows(const int16_t *y0, const int16_t *y1, const int16_t *u, const int16_t *v, const int8_t *noise0,
                       const int8_t *noise1, int noise_gain, uint8_t *out_y0, uint8_t *out_y1, uint8_t *out_u, uint8_t *out_v,
                       int width, const onair_sensor_matrix *matrix) {
    int pairs = (width + 1) / 2;
    if (noise_gain)
        sense(y0, y1, u, v, noise0, noise1, noise_gain, out_y0, out_y1, out_u, out_v, pairs, *matrix);
    else
        sense(y0, y1, u, v, noise0, noise1, 0, out_y0, out_y1, out_u, out_v, pairs, *matrix);
}

ONAIR_CLONES
void onair_interleave(const uint8_t *restrict first, const uint8_t *restrict second, uint8_t *restrict out, int count) {
    for (int i = 0; i < count; i++) {
        out[2 * i] = first[i];
        out[2 * i + 1] = second[i];
    }
}

ONAIR_CLONES
void onair_pack_yuyv(const uint8_t *restrict y, const uint8_t *restrict u, const uint8_t *restrict v, uint8_t *restrict out,
                     int pairs) {
    for (int i = 0; i < pairs; i++) {
        out[4 * i] = y[2 * i];
        out[4 * i + 1] = u[i];
        out[4 * i + 2] = y[2 * i + 1];
        out[4 * i + 3] = v[i];
    }
}

ONAIR_CLONES
void onair_box_rows(uint32_t *restrict sums, const uint8_t *entering, const uint8_t *leaving, const uint8_t *above,
                    const uint8_t *below, int edge, uint32_t scale, uint8_t *restrict out, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t sum = sums[i] + entering[i] - leaving[i];
        sums[i] = sum;
        uint64_t total = ((uint64_t)sum << 8) + (uint32_t)(edge * (above[i] + below[i]));
        out[i] = (uint8_t)((total * scale + (1 << 23)) >> 24);
    }
}

void onair_box_row(const uint8_t *in, int radius, int edge, uint32_t scale, uint8_t *out, int count) {
    uint32_t sum = 0;
    const int last = count - 1;
    for (int i = -radius; i <= radius; i++) sum += in[clamp(i, 0, last)];
    for (int i = 0; i < count; i++) {
        int left = i - radius - 1 < 0 ? 0 : i - radius - 1, right = i + radius + 1 > last ? last : i + radius + 1;
        uint64_t total = ((uint64_t)sum << 8) + (uint32_t)(edge * (in[left] + in[right]));
        out[i] = (uint8_t)((total * scale + (1 << 23)) >> 24);
        sum += in[right] - in[i - radius < 0 ? 0 : i - radius];
    }
}
