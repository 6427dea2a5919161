// What a screen's colour is taken away with: one or two rows at a time, no memory of their own, no state. Each has a plain Swift
// twin in OnAirPixels (`KeyKernelReference`), which gives the same bytes; the tests hold one to the other.
//
// Colours are looked at in two axes: x along the screen's colour, 1 at it and 0 at grey, and z across it, in the same unit. Both have
// 10 fraction bits and lie in -8191 ... 8191.
#ifndef ONAIR_KEY_KERNELS_H
#define ONAIR_KEY_KERNELS_H

#include <stdint.h>

typedef struct {
    // Cb - 128 and Cr - 128 to x and z: 16 fraction bits more than these have.
    int32_t x_u, x_v, z_u, z_v;
    // The screen's own Cb - 128 and Cr - 128.
    int32_t key_u, key_v;
    // Distances with 10 fraction bits: up to `similarity` nothing is left, `width` further on all is.
    int16_t similarity, width;
    // (distance << shift) * gain >> 16 is 510, twice the opacity, where the distance is `width`.
    int16_t shift, gain;
    // The screen's luma; how far below it a pixel's may be and count; what x is enlarged by for each code below, 13 fraction bits.
    int16_t luma, lack, dim;
    // How much of the screen's colour is taken off: 8 fraction bits, 0 to 256.
    int32_t spill;
} onair_key;

// `count` samples of Cb and Cr in the axes.
void onair_key_axes(const uint8_t *u, const uint8_t *v, int count, const onair_key *key, int16_t *x, int16_t *z);

// The opacity of a row of `width` pixels out of its luma and the (width + 1) / 2 samples in the axes of its own chroma row and of the
// one on its other side: a sample is made of three quarters of the nearer and one of the further, each way.
void onair_key_alpha(const uint8_t *y, const int16_t *x, const int16_t *far_x, const int16_t *z, const int16_t *far_z, int width,
                     const onair_key *key, uint8_t *alpha);

// Takes the screen's colour off `count` samples of Cb and Cr, which have these axes.
void onair_key_spill(uint8_t *u, uint8_t *v, const int16_t *x, const int16_t *z, int count, const onair_key *key);

// Mixes a row with another by the row's opacity: 255 leaves it.
void onair_key_mix_rows(uint8_t *row, const uint8_t *background, const uint8_t *alpha, int count);

// Mixes a row with one value by the row's opacity.
void onair_key_mix_value(uint8_t *row, int background, const uint8_t *alpha, int count);

// Samples times their opacity.
void onair_premultiply(uint8_t *row, const uint8_t *alpha, int count);

// Gives `count` opaque pixels of blue, green, red, alpha these opacities, premultiplied.
void onair_premultiply_bgra(uint8_t *pixels, const uint8_t *alpha, int count);

#endif
