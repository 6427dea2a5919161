// What pictures are sharpened, shaded and lit with: a row at a time, no memory of their own, no state. Each has a plain Swift twin
// in OnAirPixels (`EffectKernelReference`), which gives the same bytes; the tests hold one to the other.
#ifndef ONAIR_EFFECT_KERNELS_H
#define ONAIR_EFFECT_KERNELS_H

#include <stdint.h>

// Sharpens a row of luma between its neighbours, each with one more sample before its first and behind its last: to what differs from
// the mean of 3x3 samples (weighted 1 2 1 each way) by more than `core` sixteenths, `gain` (10 fraction bits, at most 4095) times what
// it is more is added. The result is at most `overshoot` past the 3x3 samples, and in 16 ... 235 or where it was if that is further out.
void onair_sharpen_row(const uint8_t *above, const uint8_t *row, const uint8_t *below, uint8_t *out, int core, int gain,
                       int overshoot, int count);

// Brings a row nearer to `bias`: with f = columns[i] + start, kept in 0 ... 32767, by amount * f * f: all three have 15 fraction bits.
void onair_vignette_row(uint8_t *row, const int32_t *columns, int32_t start, int amount, int bias, int count);

// Lights a row of luma up by the square of another, as two slides shown on one screen are lit: `amount` is 0 to 256.
void onair_glow_row(uint8_t *row, const uint8_t *light, int amount, int count);

#endif
