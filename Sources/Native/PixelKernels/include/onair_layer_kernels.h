// Layers laid over I420 pictures: one or two rows at a time, no memory of their own, no state. Each has a plain Swift twin in
// OnAirPixels (`LayerKernelReference`), which gives the same bytes; the tests hold one to the other.
//
// Premultiplied luma and chroma include what black and grey are offset by: a sample times opacity.
#ifndef ONAIR_LAYER_KERNELS_H
#define ONAIR_LAYER_KERNELS_H

#include <stdint.h>

// Premultiplied red, green, blue with alpha to premultiplied Y, Cb, Cr: 15 fraction bits.
typedef struct {
    int32_t y_red, y_green, y_blue, y_alpha;
    int32_t u_red, u_green, u_blue, u_alpha;
    int32_t v_red, v_green, v_blue, v_alpha;
} onair_layer_matrix;

// Two rows of `pairs` pairs of blue, green, red, alpha pixels, premultiplied, to two rows of Y and of alpha, and one row of Cb, Cr
// and their alpha: each made of a block of four pixels.
void onair_bgra_to_i420a(const uint8_t *row0, const uint8_t *row1, uint8_t *y0, uint8_t *y1, uint8_t *a0, uint8_t *a1, uint8_t *u,
                         uint8_t *v, uint8_t *a, int pairs, const onair_layer_matrix *matrix);

// Whether all of `count` pixels have full alpha: 1 or 0.
int onair_bgra_is_opaque(const uint8_t *row, int count);

// What two rows of `width` opacities have in each tile of 32 columns, the last one maybe shorter: nothing but 0 (0), nothing but 255
// (2), anything else (1).
void onair_alpha_tiles(const uint8_t *a0, const uint8_t *a1, uint8_t *tiles, int width);

// Lays `count` premultiplied samples over those of `row`. `gain` is 0 (nothing) to 256 (as they are).
void onair_lay_over(uint8_t *row, const uint8_t *layer, const uint8_t *alpha, int gain, int count);

// Adds the light of `count` premultiplied samples to those of `row`: what they are above `bias` (the code of black or grey). The
// result is kept in low ... high, or where it was if that is further out. Without `alpha` the layer is opaque.
void onair_lay_add(uint8_t *row, const uint8_t *layer, const uint8_t *alpha, int bias, int gain, int low, int high, int count);

// Mixes two rows: `amount` 0 gives `a`, 256 gives `b`. `out` may be one of them.
void onair_mix_rows(const uint8_t *a, const uint8_t *b, int amount, uint8_t *out, int count);

// Mixes a row with one value: `amount` 0 gives the row, 256 the value. `out` may be the row.
void onair_mix_value(const uint8_t *row, int value, int amount, uint8_t *out, int count);

// A row of blue, green, red, alpha samples with 8 fraction bits to `count` pixels: each the weighted sum of 2 * `pairs` pixels, the
// first at starts[i]. Weights as for onair_resample_row. Reads pixels starts[i] to starts[i] + 2 * pairs - 1.
void onair_resample_bgra(const uint16_t *in, const int32_t *starts, const uint32_t *weights, int pairs, uint8_t *out, int count);

// A row of a turned picture: pixel i is what lies at (x + i * dx, y + i * dy) of a picture of `width` x `height` pixels, in pixels
// with 16 fraction bits, (0, 0) being the middle of the first; linear between pixels. Outside the picture all is transparent.
void onair_rotate_bgra(const uint8_t *in, int stride, int width, int height, int64_t x, int64_t y, int64_t dx, int64_t dy,
                       uint8_t *out, int count);

// Y, Cb, Cr to red, green, blue of 0 to 255: 14 fraction bits, offsets include one half.
typedef struct {
    int32_t luma, red_v, green_u, green_v, blue_u;
    int32_t red_offset, green_offset, blue_offset;
} onair_bgra_matrix;

// A row of Y and the Cb and Cr it shares to opaque blue, green, red, alpha pixels.
void onair_i420_to_bgra(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *out, int width,
                        const onair_bgra_matrix *matrix);

#endif
