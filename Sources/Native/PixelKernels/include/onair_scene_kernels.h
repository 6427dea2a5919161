// What the simulated camera's pictures are made with: layers of a scene laid over each other, and the sensor's answer.
//
// Between layers and sensor, samples are signed numbers with 5 fraction bits: luma from 0 (black), chroma around 0.
#ifndef ONAIR_SCENE_KERNELS_H
#define ONAIR_SCENE_KERNELS_H

#include <stdint.h>

// Where a row of a layer comes from: two versions of it, and how much of the second (0 to 256) goes into the first. Samples are
// `step` bytes apart (1 or 2); `bias` is subtracted from each (128 for chroma); `gain` multiplies, 256 is one, at most 1023.
typedef struct {
    const uint8_t *first, *second;
    int mix, step, bias, gain;
} onair_layer_row;

// The row alone.
void onair_layer_put(const onair_layer_row *row, int16_t *out, int count);

// The row, premultiplied, over what `out` holds; its opacity comes from two versions likewise.
void onair_layer_over(const onair_layer_row *row, const uint8_t *first_alpha, const uint8_t *second_alpha, int16_t *out,
                      int count);

// From samples to codes: products have 16 fraction bits more than samples without theirs.
typedef struct {
    int32_t y_y, y_u, y_v, u_y, u_u, u_v, v_y, v_u, v_v;
} onair_sensor_matrix;

// Two rows of luma and the chroma row they share to limited-range codes: matrix, noise (its 8-bit numbers times `noise_gain`, 8
// fraction bits), clipping. Chroma fades where luma clips. Works on pairs of pixels: an odd `width` reads and writes one more.
void onair_sensor_rows(const int16_t *y0, const int16_t *y1, const int16_t *u, const int16_t *v, const int8_t *noise0,
                       const int8_t *noise1, int noise_gain, uint8_t *out_y0, uint8_t *out_y1, uint8_t *out_u, uint8_t *out_v,
                       int width, const onair_sensor_matrix *matrix);

// Bytes of two rows in turn.
void onair_interleave(const uint8_t *first, const uint8_t *second, uint8_t *out, int count);

// `pairs` pairs of pixels as Y0 U Y1 V.
void onair_pack_yuyv(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *out, int pairs);

// A row of a vertical box blur: adds `entering` to the sums of `count` columns and takes `leaving` away, then gives
// ((sum << 8) + edge * (above + below)) * scale >> 24, which is the mean where scale = 2^24 / (rows << 8 + 2 * edge).
void onair_box_rows(uint32_t *sums, const uint8_t *entering, const uint8_t *leaving, const uint8_t *above, const uint8_t *below,
                    int edge, uint32_t scale, uint8_t *out, int count);

// A horizontal box blur of a row: each sample the mean of those up to `radius` away and of `edge` 256ths of the next on both
// sides; ends are repeated. `scale` = 2^24 / ((2 * radius + 1) << 8 + 2 * edge). `in` and `out` are not the same.
void onair_box_row(const uint8_t *in, int radius, int edge, uint32_t scale, uint8_t *out, int count);

#endif
