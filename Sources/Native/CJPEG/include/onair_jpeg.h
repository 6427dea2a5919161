#ifndef ONAIR_JPEG_H
#define ONAIR_JPEG_H
// Motion-JPEG pictures by libjpeg-turbo, whose errors are long jumps that Swift must not see.

/// The library's version, such as 62.
int onair_jpeg_version(void);

#endif
