#include "onair_skin_kernels.h"
#include "dispatch.h"

#include <string.h>

// Every version gives the same numbers: no product is added without being rounded first.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

INLINE int16_t high(int16_t a, int16_t b) { return (int16_t)(((int32_t)a * b) >> 16); }
INLINE int16_t lesser(int16_t a, int16_t b) { return a < b ? a : b; }
INLINE int16_t greater(int16_t a, int16_t b) { return a > b ? a : b; }

// An eighth and a quarter of the way from one number to another; both are so small that what is between fits.
INLINE int16_t eighth(int16_t from, int16_t to) { return (int16_t)((int16_t)(to - from) >> 3); }
INLINE int16_t quarter(int16_t from, int16_t to) { return (int16_t)((int16_t)(to - from) >> 2); }

// Numbers of fixed size from bytes at any address.
INLINE uint32_t four_samples(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

// The sum of two bytes.
INLINE uint16_t two_samples(const uint8_t *at) {
    uint16_t value;
    memcpy(&value, at, 2);
    return (uint16_t)((value & 0xFF) + (value >> 8));
}

// How likely skin is, of Y, Cb and Cr of BT.601 with 2 fraction bits. Skin has the hue of blood and melanin, from pink to
// yellowish, and hence Cr above and Cb below the middle; of middling luma it has much of it, of great or small luma less. Brown skin,
// and any skin in warm light, has more of it for its luma than light skin has in white light, but not as much as oranges or bricks.
INLINE int16_t likelihood(int16_t luma, int16_t cb, int16_t cr) {
    int16_t chroma = (int16_t)(cr - cb), some = greater(lesser(chroma, 400), -200);
    int16_t dark = greater(6, high((int16_t)(luma - 64), 4915));
    int16_t light = greater(26, (int16_t)(48 - high((int16_t)(2 * (luma - 800)), 22938)));
    int16_t colored = greater((int16_t)((some - 48) * 16), greater((int16_t)((some - dark) * 48), (int16_t)((some - light) * 32)));
    int16_t pale = greater(0, high((int16_t)(luma - 480), 6554));
    int16_t warm = (int16_t)(cr + high(cr, 32767) + pale + cb + 8);
    int16_t not_yellow = (int16_t)(greater(-1000, lesser(1000, warm)) * 32);
    int16_t not_purple = (int16_t)((-cb - high(cr, 13107) + 2) * 32);
    int16_t not_vivid = (int16_t)((high((int16_t)(luma - 64), 32767) + 96 - chroma) * 8);
    return greater(0, lesser(255, lesser(lesser(colored, not_yellow), lesser(not_purple, not_vivid))));
}

// 64 bytes as numbers of two or four.
typedef uint16_t shorts32 __attribute__((vector_size(64)));
typedef uint32_t words16 __attribute__((vector_size(64)));
typedef uint16_t shorts16 __attribute__((vector_size(32)));

// Adds both halves of each number.
INLINE void add_halves(const shorts32 *pairs, words16 *sum) {
    words16 both = (words16)*pairs;
    *sum += (both & 0xFFFF) + (both >> 16);
}

// Tells the processor what will be read soon; it may lie behind the picture's end.
INLINE void fetch(const uint8_t *at, intptr_t ahead) { __builtin_prefetch((const void *)((intptr_t)at + ahead), 0, 2); }

// Four pixels of each of 16 cells: adds them to `sum`, and the squares of what they are above the middle to `squares`.
INLINE void add_line(const uint8_t *at, intptr_t ahead, shorts32 *sum, words16 *squares) {
    fetch(at, ahead);
    shorts32 both;
    memcpy(&both, at, sizeof both);
    shorts32 even = both & 0xFF, odd = both >> 8;
    *sum += even + odd;
    even -= 128, odd -= 128;
    even = even * even + odd * odd;
    add_halves(&even, squares);
}

// Variance does not depend on where zero is: squares are of what pixels are above 128, so that two of them fit 16 bits.
INLINE void luma_cells(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, const uint8_t *restrict d,
                       uint16_t *restrict luma, uint32_t *restrict power, int count) {
    // Down the picture, the next row of cells comes next.
    const intptr_t ahead = 4 * (intptr_t)(b - a);
    int i = 0;
    for (; i + 16 <= count; i += 16) {
        shorts32 sum = {0};
        words16 all = {0}, squares = {0};
        add_line(a + 4 * i, ahead, &sum, &squares);
        add_line(b + 4 * i, ahead, &sum, &squares);
        add_line(c + 4 * i, ahead, &sum, &squares);
        add_line(d + 4 * i, ahead, &sum, &squares);
        add_halves(&sum, &all);
        words16 mean = (all + 2) >> 2, above = all - 2048;
        words16 powers = mean * mean + 5 * ((16 * squares - above * above) >> 4);
        shorts16 means = __builtin_convertvector(mean, shorts16);
        memcpy(luma + i, &means, sizeof means);
        memcpy(power + i, &powers, sizeof powers);
    }
    for (; i < count; i++) {
        uint32_t rows[4] = {four_samples(a + 4 * i), four_samples(b + 4 * i), four_samples(c + 4 * i), four_samples(d + 4 * i)};
        int32_t sum = 0, squares = 0;
        for (int k = 0; k < 16; k++) {
            int32_t code = (int32_t)(rows[k / 4] >> (8 * (k % 4)) & 0xFF) - 128;
            sum += code;
            squares += code * code;
        }
        uint32_t mean = (uint32_t)(sum + 2048 + 2) >> 2;
        luma[i] = (uint16_t)mean;
        power[i] = mean * mean + 5 * ((uint32_t)(16 * squares - sum * sum) >> 4);
    }
}

INLINE int16_t shifted(int16_t value, int16_t cb, int16_t cr, int16_t by_cb, int16_t by_cr) {
    return (int16_t)(value + high(cb, by_cb) + high(cr, by_cr));
}

INLINE uint16_t mask_cells(const uint8_t *restrict u0, const uint8_t *restrict u1, const uint8_t *restrict v0,
                           const uint8_t *restrict v1, const uint16_t *restrict luma, uint16_t *restrict mask, int count,
                           const onair_skin_matrix m) {
    uint16_t any = 0;
    for (int i = 0; i < count; i += 32) {
        fetch(u0 + 2 * i, 2 * (u1 - u0)), fetch(u1 + 2 * i, 2 * (u1 - u0));
        fetch(v0 + 2 * i, 2 * (v1 - v0)), fetch(v1 + 2 * i, 2 * (v1 - v0));
    }
    for (int i = 0; i < count; i++) {
        int16_t cb = (int16_t)(two_samples(u0 + 2 * i) + two_samples(u1 + 2 * i) - 512), cr = (int16_t)(two_samples(v0 + 2 * i) + two_samples(v1 + 2 * i) - 512);
        int16_t y = shifted((int16_t)luma[i], cb, cr, m.y_u, m.y_v);
        int16_t blue = shifted(cb, cb, cr, m.u_u, m.u_v), red = shifted(cr, cb, cr, m.v_u, m.v_v);
        uint16_t skin = (uint16_t)likelihood(y, blue, red);
        mask[i] = skin;
        any |= skin;
    }
    return any;
}

ONAIR_CLONES
int onair_skin_cells(const uint8_t *const *y, const uint8_t *const *u, const uint8_t *const *v, int width,
                     const onair_skin_matrix *matrix, uint16_t *luma, uint32_t *power, uint16_t *mask) {
    const onair_skin_matrix m = *matrix;
    int whole = width / 4;
    luma_cells(y[0], y[1], y[2], y[3], luma, power, whole);
    uint16_t any = mask_cells(u[0], u[1], v[0], v[1], luma, mask, whole, m);
    if (4 * whole < width) {
        uint8_t last_y[4][4], last_u[2][2], last_v[2][2];
        for (int row = 0; row < 4; row++)
            for (int i = 0; i < 4; i++) last_y[row][i] = y[row][4 * whole + i < width ? 4 * whole + i : width - 1];
        for (int row = 0; row < 2; row++)
            for (int i = 0; i < 2; i++) {
                int x = 2 * whole + i < (width + 1) / 2 ? 2 * whole + i : (width + 1) / 2 - 1;
                last_u[row][i] = u[row][x];
                last_v[row][i] = v[row][x];
            }
        luma_cells(last_y[0], last_y[1], last_y[2], last_y[3], luma + whole, power + whole, 1);
        any |= mask_cells(last_u[0], last_u[1], last_v[0], last_v[1], luma + whole, mask + whole, 1, m);
    }
    return any != 0;
}

// Repeats the first and the last of `count` numbers `reach` times outwards.
INLINE void extend(uint32_t *sums, int reach, int count) {
    for (int i = 1; i <= reach; i++) {
        sums[-i] = sums[0];
        sums[count - 1 + i] = sums[count - 1];
    }
}

INLINE void columns(const uint16_t *const *luma, const uint32_t *const *power, int radius, uint32_t *restrict means,
                    uint32_t *restrict powers, int count) {
    const uint16_t *restrict l0 = luma[0], *restrict l1 = luma[1], *restrict l2 = luma[2];
    const uint32_t *restrict p0 = power[0], *restrict p1 = power[1], *restrict p2 = power[2];
    if (radius == 1) {
        for (int i = 0; i < count; i++) means[i] = (uint32_t)(l0[i] + l1[i] + l2[i]);
        for (int i = 0; i < count; i++) powers[i] = p0[i] + p1[i] + p2[i];
    } else {
        const uint16_t *restrict l3 = luma[3], *restrict l4 = luma[4];
        const uint32_t *restrict p3 = power[3], *restrict p4 = power[4];
        for (int i = 0; i < count; i++) means[i] = (uint32_t)(l0[i] + l1[i] + l2[i] + l3[i] + l4[i]);
        for (int i = 0; i < count; i++) powers[i] = p0[i] + p1[i] + p2[i] + p3[i] + p4[i];
    }
}

INLINE void weigh(const uint32_t *restrict means, const uint32_t *restrict powers, const uint16_t *restrict mask, int radius,
                  float slope, float least, uint16_t *restrict weight, uint32_t *restrict target, int count) {
    const float share = radius == 1 ? 1.0f / 9 : 1.0f / 25;
    for (int i = 0; i < count; i++) {
        uint32_t sum = means[i - 1] + means[i] + means[i + 1], square = powers[i - 1] + powers[i] + powers[i + 1];
        if (radius == 2) {
            sum += means[i - 2] + means[i + 2];
            square += powers[i - 2] + powers[i + 2];
        }
        float mean = (float)(int32_t)sum * share;
        float variance = (float)(int32_t)square * share - mean * mean;
        // What light falls on multiplies: the same edge in half the light has a quarter of the variance.
        float light = mean - 64, limit = light * light * slope;
        limit = limit > least ? limit : least;
        variance *= variance, limit *= limit;
        variance *= variance, limit *= limit;
        float part = (float)mask[i] * (4096.0f / 255) * limit / (limit + variance) + 0.5f;
        int32_t whole = (int32_t)part;
        weight[i] = (uint16_t)whole;
        target[i] = (uint32_t)(int32_t)((float)whole * mean + 0.5f);
    }
}

ONAIR_CLONES
void onair_skin_weights(const uint16_t *const *luma, const uint32_t *const *power, const uint16_t *mask, int radius, float slope,
                        float least, uint32_t *sums, uint16_t *weight, uint32_t *target, int count) {
    uint32_t *means = sums + 2, *powers = sums + count + 6;
    if (radius == 1) {
        columns(luma, power, 1, means, powers, count);
        extend(means, 1, count);
        extend(powers, 1, count);
        weigh(means, powers, mask, 1, slope, least, weight, target, count);
    } else {
        columns(luma, power, 2, means, powers, count);
        extend(means, 2, count);
        extend(powers, 2, count);
        weigh(means, powers, mask, 2, slope, least, weight, target, count);
    }
}

// The four pixels of each cell, on the way from cell to cell.
INLINE void spread(const int16_t *restrict cells, int16_t *restrict out, int count) {
    for (int i = 0; i < count; i++) {
        int16_t here = cells[i];
        int16_t left = eighth(here, cells[i - 1]), right = eighth(here, cells[i + 1]);
        out[4 * i] = (int16_t)(here + 3 * left);
        out[4 * i + 1] = (int16_t)(here + left);
        out[4 * i + 2] = (int16_t)(here + right);
        out[4 * i + 3] = (int16_t)(here + 3 * right);
    }
}

// What each cell has of a row's sums, to `take`, `give` and `share`.
INLINE void gather(const uint32_t *restrict weights, const uint32_t *restrict targets, const uint32_t *restrict masks,
                   uint32_t strength, int16_t *restrict take, int16_t *restrict give, int16_t *restrict share, int count) {
    const float factor = (float)strength / 65536 / 2048;
    for (int i = 0; i < count; i++) {
        uint32_t part = (weights[i - 1] + weights[i] + weights[i + 1]) * strength >> 16;
        take[i] = (int16_t)(part < 32767 ? part : 32767);
        give[i] = (int16_t)(int32_t)((float)(int32_t)(targets[i - 1] + targets[i] + targets[i + 1]) * factor + 0.5f);
        share[i] = (int16_t)((masks[i - 1] + masks[i] + masks[i + 1]) * 7);
    }
}

ONAIR_CLONES
void onair_skin_maps(const uint16_t *const *weight, const uint32_t *const *target, const uint16_t *const *mask, int strength,
                     uint32_t *sums, int16_t *take, int16_t *give, int16_t *share, uint8_t *blocks, int count) {
    const uint16_t *restrict w0 = weight[0], *restrict w1 = weight[1], *restrict w2 = weight[2];
    const uint32_t *restrict t0 = target[0], *restrict t1 = target[1], *restrict t2 = target[2];
    const uint16_t *restrict m0 = mask[0], *restrict m1 = mask[1], *restrict m2 = mask[2];
    uint32_t *restrict weights = sums + 1, *restrict targets = sums + count + 3, *restrict masks = sums + 2 * count + 5;
    for (int i = 0; i < count; i++) weights[i] = (uint32_t)(w0[i] + w1[i] + w2[i]);
    for (int i = 0; i < count; i++) targets[i] = t0[i] + t1[i] + t2[i];
    for (int i = 0; i < count; i++) masks[i] = (uint32_t)(m0[i] + m1[i] + m2[i]);
    extend(weights, 1, count);
    extend(targets, 1, count);
    extend(masks, 1, count);
    int16_t *cells = (int16_t *)(sums + 3 * count + 6);
    int16_t *a = cells + 1, *b = cells + count + 3, *s = cells + 2 * count + 5;
    gather(weights, targets, masks, (uint32_t)strength, a, b, s, count);
    a[-1] = a[0], b[-1] = b[0], s[-1] = s[0];
    a[count] = a[count - 1], b[count] = b[count - 1], s[count] = s[count - 1];
    for (int first = 0; first < count; first += 16) {
        int number = count - first < 16 ? count - first : 16;
        int any = 0;
        for (int i = -1; i <= number; i++) any |= s[first + i];
        blocks[first / 16] = any != 0;
        int16_t *to = take + 4 * first, *ge = give + 4 * first, *sh = share + 4 * first;
        if (!any) {
            memset(to, 0, (size_t)number * 8);
            memset(ge, 0, (size_t)number * 8);
            memset(sh, 0, (size_t)number * 8);
        } else if (number == 16) {
            spread(a + first, to, 16);
            spread(b + first, ge, 16);
            spread(s + first, sh, 16);
        } else {
            spread(a + first, to, number);
            spread(b + first, ge, number);
            spread(s + first, sh, number);
        }
    }
}

// One row's pixels: `k` eighths of the way from one row of maps to the other.
INLINE uint8_t pixel(uint8_t code, int16_t take, int16_t give, int16_t share, int16_t lift, int lifts) {
    int16_t value = (int16_t)(code * 64 + give - high((int16_t)(code * 128), take) + 32);
    if (lifts) {
        int16_t smooth = (int16_t)(value >> 6);
        int16_t curve = greater(0, (int16_t)((smooth - 16) * (235 - smooth)));
        value = (int16_t)(value + high(curve, high((int16_t)(share * 2), lift)));
    }
    return (uint8_t)(value >> 6);
}

INLINE void band(uint8_t *restrict y0, uint8_t *restrict y1, uint8_t *restrict y2, uint8_t *restrict y3, const int16_t *restrict ta,
                 const int16_t *restrict tb, const int16_t *restrict ga, const int16_t *restrict gb, const int16_t *restrict sa,
                 const int16_t *restrict sb, int16_t lift, int lifts, int count) {
    for (int i = 0; i < count; i++) {
        int16_t take_step = eighth(ta[i], tb[i]), give_step = eighth(ga[i], gb[i]);
        int16_t share_step = lifts ? eighth(sa[i], sb[i]) : 0, share = lifts ? sa[i] : 0;
        int16_t take = (int16_t)(ta[i] + take_step), give = (int16_t)(ga[i] + give_step);
        share = (int16_t)(share + share_step);
        y0[i] = pixel(y0[i], take, give, share, lift, lifts);
        take = (int16_t)(take + 2 * take_step), give = (int16_t)(give + 2 * give_step), share = (int16_t)(share + 2 * share_step);
        y1[i] = pixel(y1[i], take, give, share, lift, lifts);
        take = (int16_t)(take + 2 * take_step), give = (int16_t)(give + 2 * give_step), share = (int16_t)(share + 2 * share_step);
        y2[i] = pixel(y2[i], take, give, share, lift, lifts);
        take = (int16_t)(take + 2 * take_step), give = (int16_t)(give + 2 * give_step), share = (int16_t)(share + 2 * share_step);
        y3[i] = pixel(y3[i], take, give, share, lift, lifts);
    }
}

INLINE void row(uint8_t *restrict y, const int16_t *restrict ta, const int16_t *restrict tb, const int16_t *restrict ga,
                const int16_t *restrict gb, const int16_t *restrict sa, const int16_t *restrict sb, int16_t way, int16_t lift,
                int count) {
    for (int i = 0; i < count; i++) {
        int16_t take = (int16_t)(ta[i] + way * eighth(ta[i], tb[i]));
        int16_t give = (int16_t)(ga[i] + way * eighth(ga[i], gb[i]));
        int16_t share = (int16_t)(sa[i] + way * eighth(sa[i], sb[i]));
        y[i] = pixel(y[i], take, give, share, lift, 1);
    }
}

ONAIR_CLONES
void onair_skin_luma(uint8_t *y, int stride, int rows, int width, const onair_skin_row *upper, const onair_skin_row *lower, int lift) {
    const onair_skin_row a = *upper, b = *lower;
    for (int first = 0; first < width; first += 64) {
        if (!(a.blocks[first / 64] | b.blocks[first / 64])) continue;
        int count = width - first < 64 ? width - first : 64;
        const int16_t *ta = a.take + first, *tb = b.take + first, *ga = a.give + first, *gb = b.give + first;
        const int16_t *sa = a.share + first, *sb = b.share + first;
        uint8_t *at = y + first;
        if (rows < 4) {
            for (int i = 0; i < rows; i++) row(at + (long)i * stride, ta, tb, ga, gb, sa, sb, (int16_t)(2 * i + 1), (int16_t)lift, count);
        } else if (count < 64) {
            band(at, at + stride, at + 2L * stride, at + 3L * stride, ta, tb, ga, gb, sa, sb, (int16_t)lift, 1, count);
        } else if (lift) {
            band(at, at + stride, at + 2L * stride, at + 3L * stride, ta, tb, ga, gb, sa, sb, (int16_t)lift, 1, 64);
        } else {
            band(at, at + stride, at + 2L * stride, at + 3L * stride, ta, tb, ga, gb, sa, sb, 0, 0, 64);
        }
    }
}

// A sample, `part` 128ths of how red the pixel is, and less `fade` 128ths of how far the sample is from the middle.
INLINE uint8_t colored(uint8_t code, int16_t red, int16_t part, int16_t fade) {
    int16_t value = (int16_t)(code + ((int16_t)(part * red - fade * (int16_t)(code - 128) + 64) >> 7));
    int16_t low = lesser(16, code), top = greater(240, code);
    return (uint8_t)lesser(top, greater(low, value));
}

// A row of Cb and of Cr, `way` quarters of the way from one row of maps to the other.
INLINE void tint(uint8_t *restrict u, uint8_t *restrict v, const int16_t *restrict above, const int16_t *restrict below, int16_t way,
                 int16_t blue, int16_t red, int16_t pale, int count) {
    for (int i = 0; i < count; i++) {
        int16_t whole = (int16_t)(2 * (above[i] + way * quarter(above[i], below[i])));
        // Of what is red already no more than of what is a little: else noise would grow with it.
        int16_t cr = lesser((int16_t)(v[i] - 128), 12);
        int16_t fade = high(whole, pale);
        u[i] = colored(u[i], cr, high(whole, blue), fade);
        v[i] = colored(v[i], cr, high(whole, red), fade);
    }
}

// The mean of each two numbers.
INLINE void halve(const int16_t *restrict in, int16_t *restrict out, int count) {
    for (int i = 0; i < count; i++) out[i] = (int16_t)((in[2 * i] + in[2 * i + 1]) >> 1);
}

ONAIR_CLONES
void onair_skin_chroma(uint8_t *u, int u_stride, uint8_t *v, int v_stride, int rows, int width, const onair_skin_row *upper,
                       const onair_skin_row *lower, int blue, int red, int pale) {
    const onair_skin_row a = *upper, b = *lower;
    for (int first = 0; first < width; first += 32) {
        if (!(a.blocks[first / 32] | b.blocks[first / 32])) continue;
        int count = width - first < 32 ? width - first : 32;
        // Of 32 samples the maps have 64 numbers; beyond the last ones nothing is read.
        int16_t above[32], below[32];
        if (count == 32) {
            halve(a.share + 2 * first, above, 32);
            halve(b.share + 2 * first, below, 32);
        } else {
            halve(a.share + 2 * first, above, count);
            halve(b.share + 2 * first, below, count);
        }
        for (int i = 0; i < rows; i++) {
            uint8_t *cb = u + (long)i * u_stride + first, *cr = v + (long)i * v_stride + first;
            int16_t way = (int16_t)(2 * i + 1);
            if (count == 32)
                tint(cb, cr, above, below, way, (int16_t)blue, (int16_t)red, (int16_t)pale, 32);
            else
                tint(cb, cr, above, below, way, (int16_t)blue, (int16_t)red, (int16_t)pale, count);
        }
    }
}
