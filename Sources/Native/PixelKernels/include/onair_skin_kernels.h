// Smooths, lightens and colours skin in I420 pictures of limited range: a guided filter on cells of 4x4 pixels whose result each
// pixel takes as far as its cell looks like skin. One row of cells, or one band of pixel rows, at a time; no memory of their own, no
// state. Each has a plain Swift twin in OnAirPixels (`SkinKernelReference`), which gives the same numbers; the tests hold one to the
// other.
#ifndef ONAIR_SKIN_KERNELS_H
#define ONAIR_SKIN_KERNELS_H

#include <stdint.h>

// What is added to luma, Cb and Cr of the picture to have them as of BT.601, in 65536ths of its Cb and Cr. All 0 for BT.601.
typedef struct {
    int16_t y_u, y_v, u_u, u_v, v_u, v_v;
} onair_skin_matrix;

// The cells of a row. `luma` is their mean with 2 fraction bits; `power` the square of that and, with 4 fraction bits, five times the
// variance within the cell; `mask` 0 (no skin) to 255. `y` are four rows, `u` and `v` two, which may be the same one at the picture's
// lower end; an odd width repeats its last column. (width + 3) / 4 cells. Gives whether any mask is above 0: 1 or 0.
int onair_skin_cells(const uint8_t *const *y, const uint8_t *const *u, const uint8_t *const *v, int width,
                     const onair_skin_matrix *matrix, uint16_t *luma, uint32_t *power, uint16_t *mask);

// How much of each cell's surroundings goes into it: `weight`, with 12 fraction bits, is the mask where the variance over
// 2 * radius + 1 cells each way is small against `slope` times the squared distance of their mean from black (16), or against `least`
// if that is more, and 0 where it is great; `target` is that times the mean there, with
// 14 fraction bits. `radius` is 1 or 2, of as many rows; variances have 4 fraction bits. `slope` is 0 to 54, `least` 16 to 1048576. `sums` has room for 2 * (count + 4) numbers.
void onair_skin_weights(const uint16_t *const *luma, const uint32_t *const *power, const uint16_t *mask, int radius, float slope,
                        float least, uint32_t *sums, uint16_t *weight, uint32_t *target, int count);

// Three rows of weights, targets and masks to the row in the middle as each of its 4 * count pixels has them, between cells linearly:
// `take` (of what is there, with 15 fraction bits), `give` (with 6 fraction bits) and `share` (of skin, 16065 for all). `strength` is
// 0 to 58254. `sums` has room for 5 * (count + 4) numbers. `blocks` says of each 64 pixels whether any of it is above 0.
void onair_skin_maps(const uint16_t *const *weight, const uint32_t *const *target, const uint16_t *const *mask, int strength,
                     uint32_t *sums, int16_t *take, int16_t *give, int16_t *share, uint8_t *blocks, int count);

// A row of maps.
typedef struct {
    const int16_t *take, *give, *share;
    const uint8_t *blocks;
} onair_skin_row;

// `rows` (1 to 4) rows of luma between two rows of maps, row i being (2 * i + 1) / 8 on the way. `lift` is by how much the middle grey
// of skin becomes lighter, in 349ths of a code; 0 to 21845. Codes 16 and 235 are not moved by it.
void onair_skin_luma(uint8_t *y, int stride, int rows, int width, const onair_skin_row *upper, const onair_skin_row *lower, int lift);

// `rows` (1 or 2) rows of Cb and Cr between two rows of maps, row i being (2 * i + 1) / 4 on the way. What Cr is
// above the middle, at most 12, is added to them `blue` and `red` times, in 261sts, at most 261; their own distance from the middle becomes less
// by `pale` 261sts, 0 to 261. Results stay in 16 to 240, or where they were if that is further out.
void onair_skin_chroma(uint8_t *u, int u_stride, uint8_t *v, int v_stride, int rows, int width, const onair_skin_row *upper,
                       const onair_skin_row *lower, int blue, int red, int pale);

#endif
