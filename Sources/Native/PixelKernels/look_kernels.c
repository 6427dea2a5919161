#include "onair_look_kernels.h"
#include "dispatch.h"

#ifdef ONAIR_X86_64_V4
#include <immintrin.h>
#endif

// Blocks are worked off in chunks whose numbers stay in the first-level cache.
enum { LOOK_CHUNK = 128 };

static inline __attribute__((always_inline)) uint8_t between(uint32_t corners, uint32_t right, uint32_t down) {
    uint32_t rows = (corners & 0xff00ff) * (8 - right) + (corners >> 8 & 0xff00ff) * right;
    return (uint8_t)(((rows & 0xffff) * (8 - down) + (rows >> 16) * down + 32) >> 6);
}

ONAIR_CLONES
static void look_any(const onair_look_table *table, uint8_t *restrict y0, uint8_t *restrict y1, uint8_t *restrict u,
                     uint8_t *restrict v, int from, int width) {
    const uint32_t *restrict luma = table->luma, *restrict chroma = table->chroma;
    uint32_t cells[LOOK_CHUNK], means[LOOK_CHUNK];
    const int rows = y1 ? 2 : 1, blocks = (width + 1) / 2;
    for (int first = from; first < blocks; first += LOOK_CHUNK) {
        const int count = blocks - first < LOOK_CHUNK ? blocks - first : LOOK_CHUNK;
        const int whole = 2 * (first + count) <= width ? count : count - 1;
        const uint8_t *restrict right = u + first, *restrict down = v + first;
        for (int i = 0; i < count; i++) cells[i] = ((uint32_t)(down[i] >> 3) << 5 | right[i] >> 3) << 8;
        uint8_t *restrict upper = y0 + 2 * first, *restrict lower = rows == 2 ? y1 + 2 * first : upper;
        for (int i = 0; i < whole; i++)
            means[i] = (uint32_t)(upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1] + 2) >> 2;
        if (whole < count) means[whole] = (uint32_t)(upper[2 * whole] + lower[2 * whole] + 1) >> 1;
        for (int row = 0; row < rows; row++) {
            uint8_t *restrict y = row ? lower : upper;
            for (int i = 0; i < whole; i++) {
                uint32_t r = right[i] & 7, d = down[i] & 7;
                uint8_t a = between(luma[cells[i] + y[2 * i]], r, d), b = between(luma[cells[i] + y[2 * i + 1]], r, d);
                y[2 * i] = a;
                y[2 * i + 1] = b;
            }
            if (whole < count)
                y[2 * whole] = between(luma[cells[whole] + y[2 * whole]], right[whole] & 7, down[whole] & 7);
        }
        uint8_t *restrict out_u = u + first, *restrict out_v = v + first;
        for (int i = 0; i < count; i++) {
            const uint32_t *entry = chroma + 2 * (cells[i] + means[i]);
            uint32_t r = out_u[i] & 7, d = out_v[i] & 7;
            out_u[i] = between(entry[0], r, d);
            out_v[i] = between(entry[1], r, d);
        }
    }
}

#ifdef ONAIR_X86_64_V4
#define LOOK_V4 __attribute__((target("arch=x86-64-v4")))

// Corners times weights, as sixteen rounded bytes in 32 bits each.
LOOK_V4 static inline __attribute__((always_inline)) __m512i weighted_v4(__m512i corners, __m512i weights) {
    const __m512i pairs = _mm512_maddubs_epi16(corners, weights);
    const __m512i sums = _mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
    return _mm512_srli_epi32(_mm512_add_epi32(sums, _mm512_set1_epi32(32)), 6);
}

// Sixteen numbers out of a table, one by one: processors are slow at gathering, some of them very.
LOOK_V4 static inline __attribute__((always_inline)) __m128i four_v4(const uint32_t *table, uint64_t a, uint64_t b) {
    __m128i out = _mm_cvtsi32_si128((int)table[(uint32_t)a]);
    out = _mm_insert_epi32(out, (int)table[a >> 32], 1);
    out = _mm_insert_epi32(out, (int)table[(uint32_t)b], 2);
    return _mm_insert_epi32(out, (int)table[b >> 32], 3);
}

LOOK_V4 static inline __attribute__((always_inline)) __m512i looked_up_v4(const uint32_t *table, __m512i places) {
    uint64_t at[8] __attribute__((aligned(64)));
    _mm512_store_si512(at, places);
    const __m256i low = _mm256_set_m128i(four_v4(table, at[2], at[3]), four_v4(table, at[0], at[1]));
    const __m256i high = _mm256_set_m128i(four_v4(table, at[6], at[7]), four_v4(table, at[4], at[5]));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

// Eight pairs of numbers.
LOOK_V4 static inline __attribute__((always_inline)) __m128i two_v4(const uint32_t *table, uint64_t at) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(table + 2 * (uint64_t)(uint32_t)at)),
                              _mm_loadl_epi64((const __m128i *)(table + 2 * (at >> 32))));
}

LOOK_V4 static inline __attribute__((always_inline)) __m512i pairs_v4(const uint32_t *table, const uint64_t *at) {
    const __m256i low = _mm256_set_m128i(two_v4(table, at[1]), two_v4(table, at[0]));
    const __m256i high = _mm256_set_m128i(two_v4(table, at[3]), two_v4(table, at[2]));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

// Two pixels of each of sixteen blocks: 32 bytes of a row. Gives their sums.
LOOK_V4 static inline __attribute__((always_inline)) __m512i look_row_v4(const uint32_t *luma, uint8_t *y, __m512i cells,
                                                                         __m512i weights) {
    const __m512i pixels = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)y));
    const __m512i left = _mm512_and_si512(pixels, _mm512_set1_epi32(255)), right = _mm512_srli_epi32(pixels, 8);
    const __m512i a = weighted_v4(looked_up_v4(luma, _mm512_add_epi32(cells, left)), weights);
    const __m512i b = weighted_v4(looked_up_v4(luma, _mm512_add_epi32(cells, right)), weights);
    _mm256_storeu_si256((__m256i *)y, _mm512_cvtepi32_epi16(_mm512_or_si512(a, _mm512_slli_epi32(b, 8))));
    return _mm512_add_epi32(left, right);
}

// Sixteen blocks at a time. Returns how many are done.
LOOK_V4 static int look_v4(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int width) {
    const __m512i low = _mm512_set1_epi32(7), eight = _mm512_set1_epi32(8);
    const __m512i halves = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
    int i = 0;
    for (; 2 * (i + 16) <= width; i += 16) {
        const __m512i cb = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(u + i)));
        const __m512i cr = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(v + i)));
        const __m512i cells = _mm512_or_si512(_mm512_slli_epi32(_mm512_srli_epi32(cr, 3), 13),
                                              _mm512_slli_epi32(_mm512_srli_epi32(cb, 3), 8));
        // The weights of left and right as two bytes, times those of up and down.
        const __m512i right = _mm512_and_si512(cb, low), down = _mm512_and_si512(cr, low);
        __m512i across = _mm512_or_si512(_mm512_sub_epi32(eight, right), _mm512_slli_epi32(right, 8));
        across = _mm512_or_si512(across, _mm512_slli_epi32(across, 16));
        const __m512i along = _mm512_or_si512(_mm512_sub_epi32(eight, down), _mm512_slli_epi32(down, 16));
        const __m512i weights = _mm512_mullo_epi16(across, along);
        __m512i sums = look_row_v4(table->luma, y0 + 2 * i, cells, weights);
        sums = _mm512_add_epi32(sums, y1 ? look_row_v4(table->luma, y1 + 2 * i, cells, weights) : sums);
        const __m512i means = _mm512_srli_epi32(_mm512_add_epi32(sums, _mm512_set1_epi32(2)), 2);
        uint64_t at[8] __attribute__((aligned(64)));
        _mm512_store_si512(at, _mm512_add_epi32(cells, means));
        // Each pair is weighted by the weights of its block, and is Cb and Cr in turn.
        const __m512i front = weighted_v4(pairs_v4(table->chroma, at), _mm512_permutexvar_epi32(halves, weights));
        const __m512i back = weighted_v4(pairs_v4(table->chroma, at + 4),
                                         _mm512_permutexvar_epi32(_mm512_add_epi32(halves, eight), weights));
        const __m256i chroma = _mm256_set_m128i(_mm512_cvtepi32_epi8(back), _mm512_cvtepi32_epi8(front));
        _mm_storeu_si128((__m128i *)(u + i), _mm256_cvtepi16_epi8(chroma));
        _mm_storeu_si128((__m128i *)(v + i), _mm256_cvtepi16_epi8(_mm256_srli_epi16(chroma, 8)));
    }
    return i;
}
#endif

void onair_look_rows(const onair_look_table *table, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, int width) {
#ifdef ONAIR_X86_64_V4
    const int done = ONAIR_X86_64_V4 ? look_v4(table, y0, y1, u, v, width) : 0;
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
