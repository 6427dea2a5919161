#include "onair_jpeg.h"

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

int onair_jpeg_version(void) { return JPEG_LIB_VERSION; }
