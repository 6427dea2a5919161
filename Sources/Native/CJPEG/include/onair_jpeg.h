#ifndef ONAIR_JPEG_H
#define ONAIR_JPEG_H
// Reading Motion-JPEG pictures by libjpeg-turbo, whose errors are long jumps that Swift must not see.

#include <stddef.h>
#include <stdint.h>

#include "onair_jpeg_write.h"

/// The library's version, such as 62.
int onair_jpeg_version(void);

/// A decoder for pictures of one size. It belongs to one thread, keeps its memory from one picture to the next and
/// prints nothing.
typedef struct onair_mjpeg onair_mjpeg;

/// How decoding a picture ended.
typedef enum {
    onair_mjpeg_decoded = 0,
    /// The bytes end before the picture does.
    onair_mjpeg_truncated,
    /// Something in it contradicts the format, or what it codes is damaged.
    onair_mjpeg_corrupt,
    /// Its header has another size.
    onair_mjpeg_wrong_size,
    /// It is coded in a way that is not decoded here: arithmetic coding, CMYK, RGB, 12 bits, uncommon subsampling.
    onair_mjpeg_unsupported,
    /// The memory that a picture of this size may take is not enough, or there is none.
    onair_mjpeg_no_memory,
} onair_mjpeg_end;

/// The planes of an I420 picture to write. Strides reach over a whole number of 8 samples.
typedef struct {
    uint8_t *y, *u, *v;
    size_t y_stride, uv_stride;
} onair_mjpeg_planes;

/// A decoder for pictures of `width` x `height`; null where there is no memory.
onair_mjpeg *onair_mjpeg_create(uint32_t width, uint32_t height);
void onair_mjpeg_destroy(onair_mjpeg *decoder);

/// Decodes one picture. Where it does not end well, what stands in the planes means nothing.
onair_mjpeg_end onair_mjpeg_decode(onair_mjpeg *decoder, const uint8_t *bytes, size_t count, onair_mjpeg_planes planes);

/// Size in the header of the picture decoded last; 0 where it was not reached.
void onair_mjpeg_header_size(const onair_mjpeg *decoder, uint32_t *width, uint32_t *height);

/// What the library last complained about in the newest picture, in its own words; empty where it did not. Stays until
/// the next picture.
const char *onair_mjpeg_complaint(const onair_mjpeg *decoder);

/// Bytes that the decoder holds for itself.
size_t onair_mjpeg_memory(const onair_mjpeg *decoder);

#endif
