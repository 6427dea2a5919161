#ifndef ONAIR_JPEG_WRITE_H
#define ONAIR_JPEG_WRITE_H
// Writes JPEG pictures by libjpeg-turbo, whose errors are long jumps that Swift must not see.

#include <stddef.h>
#include <stdint.h>

/// Codes `width` x `height` pixels of blue, green, red and one byte that is left out.
///
/// `quality` is 1…100; chroma is halved in both directions unless `full_chroma`. The bytes are the caller's, to be given
/// back to `onair_jpeg_free`. False where the picture is larger than the format allows or there is no memory.
int onair_jpeg_write(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, int quality, int full_chroma,
    uint8_t **bytes, size_t *count);
void onair_jpeg_free(uint8_t *bytes);

#endif
