// Pixel kernels: one or two rows at a time, no memory of their own, no state. Each has a plain Swift twin in OnAirPixels
// (`PixelKernelReference` and others), which gives the same bytes; the tests hold one to the other.
#ifndef ONAIR_PIXEL_KERNELS_H
#define ONAIR_PIXEL_KERNELS_H

#include <stdint.h>

#include "onair_effect_kernels.h"
#include "onair_key_kernels.h"
#include "onair_layer_kernels.h"
#include "onair_look_kernels.h"
#include "onair_scene_kernels.h"
#include "onair_skin_kernels.h"

// Red, green, blue to Y, Cb, Cr: 15 fraction bits. For Y the offset includes one half; for Cb and Cr, which are made of the
// sum of four pixels, it has 17 fraction bits and includes one half.
typedef struct {
    int32_t y_red, y_green, y_blue, y_offset;
    int32_t u_red, u_green, u_blue, u_offset;
    int32_t v_red, v_green, v_blue, v_offset;
} onair_rgb_matrix;

// Y, Cb, Cr to Y, Cb, Cr of another matrix or range: 14 fraction bits, offsets include one half.
typedef struct {
    int32_t y_y, y_u, y_v, y_offset;
    int32_t u_u, u_v, u_offset;
    int32_t v_u, v_v, v_offset;
} onair_yuv_matrix;

// Two rows of red, green, blue pixels to two rows of Y and one of Cb and Cr. A pixel has `step` bytes (3 or 4), blue or, where
// `red_first` is not 0, red in the first. For the last row of an odd height give it twice, with y1 = y0. An odd width repeats its last column.
void onair_rgb_to_i420(const uint8_t *row0, const uint8_t *row1, int step, int red_first, uint8_t *y0, uint8_t *y1,
                       uint8_t *u, uint8_t *v, int width, const onair_rgb_matrix *matrix);

// Two rows of Y and one of Cb and Cr in one colour to the same in another. Destination rows may be the source rows. For the last
// row of an odd height give the row twice.
void onair_recolor_i420(const uint8_t *y0, const uint8_t *y1, const uint8_t *u, const uint8_t *v, uint8_t *out_y0,
                        uint8_t *out_y1, uint8_t *out_u, uint8_t *out_v, int width, const onair_yuv_matrix *matrix);

// Two rows of packed 4:2:2 (luma in bytes `luma_at`, 0 or 1, and each second one further; Cb and Cr in turn in the others) to two
// rows of Y and one of Cb and Cr, the rounded mean of both rows. An odd width reads its whole last pair. For the last row of an odd
// height give the row twice, with y1 = y0.
void onair_packed_422_to_i420(const uint8_t *row0, const uint8_t *row1, int luma_at, uint8_t *y0, uint8_t *y1, uint8_t *u,
                              uint8_t *v, int width);

// The rounded mean of two rows of `count` bytes.
void onair_mean_rows(const uint8_t *a, const uint8_t *b, uint8_t *out, int count);

// The rounded mean of each 2x2 block of two rows of `width` bytes, (width + 1) / 2 of them; an odd width repeats its last column.
void onair_mean_blocks(const uint8_t *a, const uint8_t *b, uint8_t *out, int width);

// The weighted sum of `taps` rows; weights sum to 256, so the result has 8 fraction bits.
void onair_blend_rows(const uint8_t *const *rows, const uint16_t *weights, int taps, uint16_t *out, int count);

// A row with 8 fraction bits to bytes, rounded.
void onair_round_row(const uint16_t *in, uint8_t *out, int count);

// A row with 8 fraction bits to `count` bytes, each the mean of 2 samples.
void onair_shrink_row_2_1(const uint16_t *in, uint8_t *out, int count);
// 3 samples to 2 by area. `count` is even.
void onair_shrink_row_3_2(const uint16_t *in, uint8_t *out, int count);
// 4 samples to 3 by area. `count` is a multiple of 3.
void onair_shrink_row_4_3(const uint16_t *in, uint8_t *out, int count);

// 3 rows to 2, and in each 3 samples to 2, by area: 2 times `count` bytes, `count` even, the mean of the nine samples by what of each
// is covered, rounded exactly.
void onair_shrink_rows_3_2(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *out0, uint8_t *out1, int count);

// A row with 8 fraction bits to `count` bytes: byte i is the weighted sum of `pairs` pairs of samples, the first at starts[i]. The
// weights of pair p for byte i are the low and high half of weights[p * count + i] and sum to 256 over all pairs. Reads
// in[starts[i]] to in[starts[i] + 2 * pairs - 1], and may read up to in[starts[i] + 63] without using it. `sums` has room for `count` numbers.
void onair_resample_row(const uint16_t *in, const int32_t *starts, const uint32_t *weights, int pairs, uint32_t *sums,
                        uint8_t *out, int count);

// A row with 8 fraction bits to `count` bytes: byte i is the weighted sum of the `taps` samples from in[i] on. Weights sum to 256.
void onair_filter_row(const uint16_t *in, const uint16_t *weights, int taps, uint8_t *out, int count);

#endif
