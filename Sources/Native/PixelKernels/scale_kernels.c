#include "onair_pixel_kernels.h"
#include "dispatch.h"

#include <string.h>
#ifdef ONAIR_X86_64_V4
#include <immintrin.h>
#endif

ONAIR_CLONES
void onair_blend_rows(const uint8_t *const *rows, const uint16_t *weights, int taps, uint16_t *restrict out, int count) {
    const uint8_t *restrict a = rows[0];
    const uint16_t wa = weights[0];
    if (taps == 1) {
        for (int i = 0; i < count; i++) out[i] = (uint16_t)(a[i] * wa);
        return;
    }
    const uint8_t *restrict b = rows[1];
    const uint16_t wb = weights[1];
    if (taps == 2) {
        for (int i = 0; i < count; i++) out[i] = (uint16_t)(a[i] * wa + b[i] * wb);
        return;
    }
    const uint8_t *restrict c = rows[2];
    const uint16_t wc = weights[2];
    for (int i = 0; i < count; i++) out[i] = (uint16_t)(a[i] * wa + b[i] * wb + c[i] * wc);
    for (int k = 3; k < taps; k++) {
        const uint8_t *restrict d = rows[k];
        const uint16_t wd = weights[k];
        for (int i = 0; i < count; i++) out[i] = (uint16_t)(out[i] + d[i] * wd);
    }
}

ONAIR_CLONES
void onair_round_row(const uint16_t *restrict in, uint8_t *restrict out, int count) {
    for (int i = 0; i < count; i++) out[i] = (uint8_t)((in[i] + 128u) >> 8);
}

ONAIR_CLONES
void onair_shrink_row_2_1(const uint16_t *restrict in, uint8_t *restrict out, int count) {
    for (int i = 0; i < count; i++) out[i] = (uint8_t)((in[2 * i] + in[2 * i + 1] + 256u) >> 9);
}

ONAIR_CLONES
void onair_shrink_row_3_2(const uint16_t *restrict in, uint8_t *restrict out, int count) {
    for (int i = 0; i < count / 2; i++) {
        uint32_t a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
        out[2 * i] = (uint8_t)((171 * a + 85 * b + 32768) >> 16);
        out[2 * i + 1] = (uint8_t)((85 * b + 171 * c + 32768) >> 16);
    }
}

ONAIR_CLONES
void onair_shrink_row_4_3(const uint16_t *restrict in, uint8_t *restrict out, int count) {
    for (int i = 0; i < count / 3; i++) {
        uint32_t a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2], d = in[4 * i + 3];
        out[3 * i] = (uint8_t)((3 * a + b + 512) >> 10);
        out[3 * i + 1] = (uint8_t)((b + c + 256) >> 9);
        out[3 * i + 2] = (uint8_t)((c + 3 * d + 512) >> 10);
    }
}

static inline __attribute__((always_inline)) uint32_t pair_sum(const uint16_t *in, uint32_t weights) {
    uint32_t pair;
    memcpy(&pair, in, sizeof pair);  // one 32-bit load, so that vectors can gather it
    return (pair & 0xffff) * (weights & 0xffff) + (pair >> 16) * (weights >> 16);
}

ONAIR_CLONES
static void resample_any(const uint16_t *restrict in, const int32_t *restrict starts, const uint32_t *restrict weights, int pairs,
                         uint32_t *restrict sums, uint8_t *restrict out, int from, int count) {
    if (pairs == 1) {
        for (int i = from; i < count; i++) out[i] = (uint8_t)((pair_sum(in + starts[i], weights[i]) + 32768) >> 16);
        return;
    }
    if (pairs == 2) {
        for (int i = from; i < count; i++) {
            const uint16_t *at = in + starts[i];
            out[i] = (uint8_t)((pair_sum(at, weights[i]) + pair_sum(at + 2, weights[count + i]) + 32768) >> 16);
        }
        return;
    }
    for (int i = from; i < count; i++) sums[i] = 32768;
    for (int p = 0; p < pairs; p++)
        for (int i = from; i < count; i++) sums[i] += pair_sum(in + starts[i] + 2 * p, weights[p * count + i]);
    for (int i = from; i < count; i++) out[i] = (uint8_t)(sums[i] >> 16);
}

#ifdef ONAIR_X86_64_V4
// Sixteen bytes at a time: their pairs lie in 64 samples, out of which one instruction takes all of them.
__attribute__((target("arch=x86-64-v4"))) static int resample_v4(const uint16_t *restrict in, const int32_t *restrict starts,
                                                                 const uint32_t *restrict weights, int pairs,
                                                                 uint8_t *restrict out, int count) {
    const __m512i signs = _mm512_set1_epi16((short)0x8000), half = _mm512_set1_epi32(32768 + (32768 << 8));
    int i = 0;
    for (; i + 16 <= count; i += 16) {
        const int first = starts[i];
        if (starts[i + 15] + 2 * pairs - first > 64) break;
        // Samples become signed, which multiplying pairs needs; the weights sum to 256, so that this takes 32768 * 256 away.
        const __m512i low = _mm512_xor_si512(_mm512_loadu_si512(in + first), signs);
        const __m512i high = _mm512_xor_si512(_mm512_loadu_si512(in + first + 32), signs);
        const __m512i offsets = _mm512_sub_epi32(_mm512_loadu_si512(starts + i), _mm512_set1_epi32(first));
        __m512i places = _mm512_or_si512(offsets, _mm512_slli_epi32(_mm512_add_epi32(offsets, _mm512_set1_epi32(1)), 16));
        __m512i sums = half;
        for (int p = 0; p < pairs; p++) {
            const __m512i samples = _mm512_permutex2var_epi16(low, places, high);
            sums = _mm512_add_epi32(sums, _mm512_madd_epi16(samples, _mm512_loadu_si512(weights + p * count + i)));
            places = _mm512_add_epi16(places, _mm512_set1_epi16(2));
        }
        _mm_storeu_si128((__m128i *)(out + i), _mm512_cvtepi32_epi8(_mm512_srli_epi32(sums, 16)));
    }
    return i;
}
#endif

void onair_resample_row(const uint16_t *restrict in, const int32_t *restrict starts, const uint32_t *restrict weights, int pairs,
                        uint32_t *restrict sums, uint8_t *restrict out, int count) {
#ifdef ONAIR_X86_64_V4
    const int done = ONAIR_X86_64_V4 ? resample_v4(in, starts, weights, pairs, out, count) : 0;
#else
    const int done = 0;
#endif
    if (done < count) resample_any(in, starts, weights, pairs, sums, out, done, count);
}

// Columns are worked off in chunks whose sums stay in the first-level cache; a multiple of 3.
enum { SCALE_CHUNK = 768 };

// Nine pixels' shares add up to 9, so a product is divided by 9: 7282 / 65536, which is exact for sums up to 2299.
static inline __attribute__((always_inline)) void third_row(const uint16_t *restrict in, uint8_t *restrict out, int pairs) {
    for (int i = 0; i < pairs; i++) {
        uint16_t left = (uint16_t)(2 * in[3 * i] + in[3 * i + 1] + 4), right = (uint16_t)(in[3 * i + 1] + 2 * in[3 * i + 2] + 4);
        out[2 * i] = (uint8_t)((uint32_t)left * 7282 >> 16);
        out[2 * i + 1] = (uint8_t)((uint32_t)right * 7282 >> 16);
    }
}

ONAIR_CLONES
void onair_shrink_rows_3_2(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, uint8_t *restrict out0,
                           uint8_t *restrict out1, int count) {
    uint16_t upper[SCALE_CHUNK], lower[SCALE_CHUNK];
    const int width = count / 2 * 3;
    const long ahead = 3 * (long)((uintptr_t)b - (uintptr_t)a);
    for (int x = 0; x < width; x += SCALE_CHUNK) {
        const int part = width - x < SCALE_CHUNK ? width - x : SCALE_CHUNK;
        // Memory is what this waits for: the next three rows are fetched meanwhile, where rows lie as far apart as these.
        for (int i = 0; i < part; i += 64) {
            __builtin_prefetch(a + x + i + ahead);
            __builtin_prefetch(b + x + i + ahead);
            __builtin_prefetch(c + x + i + ahead);
        }
        for (int i = 0; i < part; i++) {
            upper[i] = (uint16_t)(2 * a[x + i] + b[x + i]);
            lower[i] = (uint16_t)(b[x + i] + 2 * c[x + i]);
        }
        third_row(upper, out0 + x / 3 * 2, part / 3);
        third_row(lower, out1 + x / 3 * 2, part / 3);
    }
}

ONAIR_CLONES
void onair_filter_row(const uint16_t *restrict in, const uint16_t *restrict weights, int taps, uint8_t *restrict out, int count) {
    uint32_t sums[SCALE_CHUNK];
    for (int x = 0; x < count; x += SCALE_CHUNK) {
        const int part = count - x < SCALE_CHUNK ? count - x : SCALE_CHUNK;
        for (int i = 0; i < part; i++) sums[i] = 32768;
        for (int k = 0; k < taps; k++) {
            const uint16_t *restrict from = in + x + k;
            const uint32_t weight = weights[k];
            for (int i = 0; i < part; i++) sums[i] += from[i] * weight;
        }
        for (int i = 0; i < part; i++) out[x + i] = (uint8_t)(sums[i] >> 16);
    }
}
