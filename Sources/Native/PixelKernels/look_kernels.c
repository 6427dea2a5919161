#include "onair_look_kernels.h"
#include "dispatch.h"

#ifdef ONAIR_X86_64_V3
#include <immintrin.h>
#endif

// Blocks are worked off in chunks whose numbers stay in the first-level cache.
enum { LOOK_CHUNK = 128 };

static inline __attribute__((always_inline)) uint8_t between(uint32_t corners, uint32_t right, uint32_t down) {
    uint32_t rows = (corners & 0xff00ff) * (8 - right) + (corners >> 8 & 0xff00ff) * right;
    return (uint8_t)(((rows & 0xffff) * (8 - down) + (rows >> 16) * down + 32) >> 6);
}

ONAIR_CLONES
static void look_any(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int from, int width) {
    const uint32_t *restrict luma = table->luma, *restrict chroma = table->chroma;
    uint32_t cells[LOOK_CHUNK], means[LOOK_CHUNK];
    uint8_t right[LOOK_CHUNK], down[LOOK_CHUNK];
    const int blocks = (width + 1) / 2;
    for (int first = from; first < blocks; first += LOOK_CHUNK) {
        const int count = blocks - first < LOOK_CHUNK ? blocks - first : LOOK_CHUNK;
        const int whole = 2 * (first + count) <= width ? count : count - 1;
        const uint8_t *upper = y0 + 2 * first, *lower = y1 ? y1 + 2 * first : upper;
        for (int i = 0; i < count; i++) {
            const uint32_t cb = u[first + i], cr = v[first + i];
            cells[i] = (cr >> 3 << 5 | cb >> 3) << 8;
            right[i] = cb & 7;
            down[i] = cr & 7;
        }
        for (int i = 0; i < whole; i++)
            means[i] = (uint32_t)(upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1] + 2) >> 2;
        if (whole < count) means[whole] = (uint32_t)(upper[2 * whole] + lower[2 * whole] + 1) >> 1;
        for (int row = 0; row < (y1 ? 2 : 1); row++) {
            uint8_t *restrict y = (row ? y1 : y0) + 2 * first;
            for (int i = 0; i < whole; i++) {
                uint8_t a = between(luma[cells[i] + y[2 * i]], right[i], down[i]);
                uint8_t b = between(luma[cells[i] + y[2 * i + 1]], right[i], down[i]);
                y[2 * i] = a;
                y[2 * i + 1] = b;
            }
            if (whole < count) y[2 * whole] = between(luma[cells[whole] + y[2 * whole]], right[whole], down[whole]);
        }
        uint8_t *restrict out_u = u + first, *restrict out_v = v + first;
        for (int i = 0; i < count; i++) {
            const uint32_t *entry = chroma + 2 * (cells[i] + means[i]);
            out_u[i] = between(entry[0], right[i], down[i]);
            out_v[i] = between(entry[1], right[i], down[i]);
        }
    }
}

#ifdef ONAIR_X86_64_V3
#define LOOK_V3 __attribute__((target("arch=x86-64-v3")))

// Four numbers out of a table, one by one: processors are slow at gathering, some of them very.
LOOK_V3 static inline __attribute__((always_inline)) __m128i four_entries(const uint32_t *table, uint64_t a, uint64_t b) {
    __m128i out = _mm_cvtsi32_si128((int)table[(uint32_t)a]);
    out = _mm_insert_epi32(out, (int)table[a >> 32], 1);
    out = _mm_insert_epi32(out, (int)table[(uint32_t)b], 2);
    return _mm_insert_epi32(out, (int)table[b >> 32], 3);
}

// Two pairs of numbers.
LOOK_V3 static inline __attribute__((always_inline)) __m128i two_entries(const uint32_t *table, uint64_t at) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(table + 2 * (uint64_t)(uint32_t)at)),
                              _mm_loadl_epi64((const __m128i *)(table + 2 * (at >> 32))));
}

LOOK_V3 static inline __attribute__((always_inline)) __m256i looked_up_v3(const uint32_t *table, __m256i places) {
    uint64_t at[4] __attribute__((aligned(32)));
    _mm256_store_si256((__m256i *)at, places);
    return _mm256_set_m128i(four_entries(table, at[2], at[3]), four_entries(table, at[0], at[1]));
}

LOOK_V3 static inline __attribute__((always_inline)) __m256i pairs_v3(const uint32_t *table, const uint64_t *at) {
    return _mm256_set_m128i(two_entries(table, at[1]), two_entries(table, at[0]));
}

// Corners times weights, as eight rounded bytes in 32 bits each.
LOOK_V3 static inline __attribute__((always_inline)) __m256i weighted_v3(__m256i corners, __m256i weights) {
    const __m256i sums = _mm256_madd_epi16(_mm256_maddubs_epi16(corners, weights), _mm256_set1_epi16(1));
    return _mm256_srli_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(32)), 6);
}

// Two pixels of each of eight blocks: 16 bytes of a row. Gives their sums.
LOOK_V3 static inline __attribute__((always_inline)) __m256i look_row_v3(const uint32_t *luma, uint8_t *y, __m256i cells,
                                                                         __m256i weights) {
    const __m256i pixels = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)y));
    const __m256i left = _mm256_and_si256(pixels, _mm256_set1_epi32(255)), right = _mm256_srli_epi32(pixels, 8);
    const __m256i a = weighted_v3(looked_up_v3(luma, _mm256_add_epi32(cells, left)), weights);
    const __m256i b = weighted_v3(looked_up_v3(luma, _mm256_add_epi32(cells, right)), weights);
    const __m256i both = _mm256_or_si256(a, _mm256_slli_epi32(b, 8));
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(both, both), 8);
    _mm_storeu_si128((__m128i *)y, _mm256_castsi256_si128(packed));
    return _mm256_add_epi32(left, right);
}

// Eight blocks at a time. Returns how many are done.
LOOK_V3 static int look_v3(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int width) {
    const __m256i low = _mm256_set1_epi32(7), eight = _mm256_set1_epi32(8);
    const __m256i halves = _mm256_set_epi32(3, 3, 2, 2, 1, 1, 0, 0), others = _mm256_set_epi32(7, 7, 6, 6, 5, 5, 4, 4);
    int i = 0;
    for (; 2 * (i + 8) <= width; i += 8) {
        const __m256i cb = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(u + i)));
        const __m256i cr = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(v + i)));
        const __m256i cells = _mm256_or_si256(_mm256_slli_epi32(_mm256_srli_epi32(cr, 3), 13),
                                              _mm256_slli_epi32(_mm256_srli_epi32(cb, 3), 8));
        const __m256i right = _mm256_and_si256(cb, low), down = _mm256_and_si256(cr, low);
        __m256i across = _mm256_or_si256(_mm256_sub_epi32(eight, right), _mm256_slli_epi32(right, 8));
        across = _mm256_or_si256(across, _mm256_slli_epi32(across, 16));
        const __m256i along = _mm256_or_si256(_mm256_sub_epi32(eight, down), _mm256_slli_epi32(down, 16));
        const __m256i weights = _mm256_mullo_epi16(across, along);
        __m256i sums = look_row_v3(table->luma, y0 + 2 * i, cells, weights);
        sums = _mm256_add_epi32(sums, y1 ? look_row_v3(table->luma, y1 + 2 * i, cells, weights) : sums);
        const __m256i means = _mm256_srli_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(2)), 2);
        uint64_t at[4] __attribute__((aligned(32)));
        _mm256_store_si256((__m256i *)at, _mm256_add_epi32(cells, means));
        const __m256i front = weighted_v3(pairs_v3(table->chroma, at), _mm256_permutevar8x32_epi32(weights, halves));
        const __m256i back = weighted_v3(pairs_v3(table->chroma, at + 2), _mm256_permutevar8x32_epi32(weights, others));
        const __m256i chroma = _mm256_permute4x64_epi64(_mm256_packus_epi32(front, back), 0xd8);
        const __m256i apart = _mm256_packus_epi32(_mm256_and_si256(chroma, _mm256_set1_epi32(0xffff)),
                                                  _mm256_srli_epi32(chroma, 16));
        const __m256i lanes = _mm256_permute4x64_epi64(apart, 0xd8);
        const __m256i bytes = _mm256_packus_epi16(lanes, lanes);
        _mm_storel_epi64((__m128i *)(u + i), _mm256_castsi256_si128(bytes));
        _mm_storel_epi64((__m128i *)(v + i), _mm256_extracti128_si256(bytes, 1));
    }
    return i;
}

#endif

void onair_look_rows(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int width) {
#ifdef ONAIR_X86_64_V3
    const int done = ONAIR_X86_64_V3 ? look_v3(table, y0, y1, u, v, width) : 0;
#else
    const int done = 0;
#endif
    if (2 * done < width) look_any(table, y0, y1, u, v, done, width);
}

ONAIR_CLONES
void onair_look_column(const int16_t *restrict nodes, int low, int high, uint8_t *restrict out) {
    for (int node = 0; node < 32; node++) {
        const int32_t start = nodes[node] * 8 + 256, slope = nodes[node + 1] - nodes[node];
        for (int i = 0; i < 8; i++) {
            int32_t value = (start + slope * i) >> 9;
            out[8 * node + i] = (uint8_t)(value < low ? low : value > high ? high : value);
        }
    }
}

ONAIR_CLONES
void onair_look_corners(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, const uint8_t *restrict d,
                        uint8_t *restrict out, int step, int count) {
    if (step == 4) {
        for (int i = 0; i < count; i++) {
            out[4 * i] = a[i];
            out[4 * i + 1] = b[i];
            out[4 * i + 2] = c[i];
            out[4 * i + 3] = d[i];
        }
    } else {
        for (int i = 0; i < count; i++) {
            uint8_t *to = out + step * i;
            to[0] = a[i];
            to[1] = b[i];
            to[2] = c[i];
            to[3] = d[i];
        }
    }
}
