// Colour through a table: what each luma becomes, at lattice points of chroma eight codes apart.
#ifndef ONAIR_LOOK_KERNELS_H
#define ONAIR_LOOK_KERNELS_H

#include <stdint.h>

// For each cell of chroma, (Cr >> 3) * 32 + (Cb >> 3), and each luma, 256 of them, what comes out at the cell's four corners: of Cb and
// Cr, of Cb + 8 and Cr, of Cb and Cr + 8, of both + 8, lowest byte first. `luma` has one such number an entry, `chroma` two: of Cb and
// of Cr. Between corners it is weighted by the lower three bits of Cb and Cr, and rounded.
typedef struct {
    const uint32_t *luma;
    const uint32_t *chroma;
} onair_look_table;

// Two rows of luma and the chroma row they share, in place. Chroma is looked up at the rounded mean of the luma of its block. For the
// last row of an odd height `y1` is null; an odd width's last block has one column.
void onair_look_rows(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int width);

// One column of a lattice: from 33 values eight codes of luma apart, in 64ths, to 256 rounded ones in low ... high.
void onair_look_column(const int16_t *nodes, int low, int high, uint8_t *out);

// Four columns side by side: bytes 0 to 3 of every `step`-th byte (4 or 8) of `out`.
void onair_look_corners(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, uint8_t *out, int step, int count);

#endif
