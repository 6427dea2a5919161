#include "onair_effect_kernels.h"
#include "dispatch.h"

// Samples that are worked off together: their sums stay in the first-level cache.
enum { EFFECT_CHUNK = 512 };

static inline __attribute__((always_inline)) uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static inline __attribute__((always_inline)) uint8_t most(uint8_t a, uint8_t b) { return a > b ? a : b; }

ONAIR_CLONES
void onair_sharpen_row(const uint8_t *restrict above, const uint8_t *restrict row, const uint8_t *restrict below,
                       uint8_t *restrict out, int core, int gain, int overshoot, int count) {
    // One more sample on both sides.
    uint16_t sums[EFFECT_CHUNK + 2];
    uint8_t low[EFFECT_CHUNK + 2], high[EFFECT_CHUNK + 2], floors[EFFECT_CHUNK], ceilings[EFFECT_CHUNK];
    int16_t differences[EFFECT_CHUNK];
    const int16_t weak = (int16_t)core, strength = (int16_t)(gain << 3);
    const uint8_t past = (uint8_t)overshoot;
    for (int x = 0; x < count; x += EFFECT_CHUNK) {
        const int part = count - x < EFFECT_CHUNK ? count - x : EFFECT_CHUNK;
        const uint8_t *restrict a = above + x - 1, *restrict b = row + x - 1, *restrict c = below + x - 1;
        for (int i = 0; i < part + 2; i++) {
            sums[i] = (uint16_t)(a[i] + 2 * b[i] + c[i]);
            low[i] = least(least(a[i], b[i]), c[i]);
            high[i] = most(most(a[i], b[i]), c[i]);
        }
        for (int i = 0; i < part; i++)
            differences[i] = (int16_t)(16 * b[i + 1] - sums[i] - 2 * sums[i + 1] - sums[i + 2]);
        for (int i = 0; i < part; i++) {
            const uint8_t value = b[i + 1];
            const uint8_t floor = least(least(low[i], low[i + 1]), low[i + 2]);
            const uint8_t ceiling = most(most(high[i], high[i + 1]), high[i + 2]);
            floors[i] = most((uint8_t)(most(floor, past) - past), least(value, 16));
            ceilings[i] = least((uint8_t)(least(ceiling, (uint8_t)(255 - past)) + past), most(value, 235));
        }
        for (int i = 0; i < part; i++) {
            const int16_t difference = differences[i];
            int16_t size = (int16_t)(difference < 0 ? -difference : difference);
            size = (int16_t)(size - weak);
            size = size < 0 ? 0 : size;
            // The upper half of the product has 3 fraction bits.
            const int16_t scaled = (int16_t)(size << 2);
            const int16_t product = (int16_t)((int32_t)scaled * strength >> 16);
            const int16_t added = (int16_t)((int16_t)(product + 4) >> 3);
            differences[i] = difference < 0 ? (int16_t)-added : added;
        }
        uint8_t *restrict made = out + x;
        for (int i = 0; i < part; i++) {
            const int16_t floor = floors[i], ceiling = ceilings[i];
            const int16_t result = (int16_t)(b[i + 1] + differences[i]);
            made[i] = (uint8_t)(result < floor ? floor : result > ceiling ? ceiling : result);
        }
    }
}

ONAIR_CLONES
void onair_vignette_row(uint8_t *restrict row, const int32_t *restrict columns, int32_t start, int amount, int bias, int count) {
    const int16_t strength = (int16_t)amount, middle = (int16_t)bias;
    for (int i = 0; i < count; i++) {
        int32_t place = columns[i] + start;
        place = place < 0 ? 0 : place > 32767 ? 32767 : place;
        const int16_t square = (int16_t)(place * place >> 16);
        // 13 fraction bits, given two more.
        const int16_t loss = (int16_t)(((int32_t)square * strength >> 16) << 2);
        const int16_t difference = (int16_t)((row[i] - middle) << 7);
        const int16_t taken = (int16_t)((int32_t)difference * loss >> 16);
        row[i] = (uint8_t)(row[i] - ((int16_t)(taken + 32) >> 6));
    }
}

ONAIR_CLONES
void onair_glow_row(uint8_t *restrict row, const uint8_t *restrict light, int amount, int count) {
    // 65536 / 219, rounded down, so that nothing exceeds white.
    const uint16_t unit = 299, share = (uint16_t)(299 * amount >> 8);
    for (int i = 0; i < count; i++) {
        const int16_t value = row[i];
        int16_t own = (int16_t)(value - 16), other = (int16_t)(light[i] - 16);
        own = own < 0 ? 0 : own > 219 ? 219 : own;
        other = other < 0 ? 0 : other > 219 ? 219 : other;
        const uint16_t square = (uint16_t)((uint32_t)(uint16_t)(other * other) * unit >> 16);
        const uint16_t added = (uint16_t)((uint32_t)(uint16_t)(square * (uint16_t)(219 - own)) * share >> 16);
        row[i] = (uint8_t)(value + added);
    }
}
