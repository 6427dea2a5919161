#ifndef ONAIR_JPEG_MAKER_H
#define ONAIR_JPEG_MAKER_H
// JPEG pictures of every kind for tests, made by libjpeg-turbo's encoder.

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int width, height;
    /// 1, 3 or 4 components; 3 are Y, Cb, Cr unless `is_rgb`; 4 are CMYK.
    int components;
    int is_rgb;
    /// Sampling factors of luma and of both chroma components (ITU-T T.81, A.1.1).
    int h, v, ch, cv;
    int quality;
    /// MCUs between restart markers; 0 for none.
    int restart;
    int progressive, arithmetic;
    /// Huffman tables of its own instead of the standard ones.
    int optimized;
    /// Each component in a scan of its own.
    int separate_scans;
    /// Neither JFIF nor Huffman tables, but the APP0 marker "AVI1", as Motion-JPEG cameras have it.
    int is_avi1;
} onair_jpeg_recipe;

/// Encodes planes (component after component, each of its own size without padding) into at most `capacity` bytes of
/// `out`. Returns the bytes written, 0 where it did not work.
size_t onair_jpeg_make(const onair_jpeg_recipe *recipe, const uint8_t *planes, uint8_t *out, size_t capacity);

#endif
